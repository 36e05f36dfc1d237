package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HAProxy in front of a listener, which relays connections by the PROXY protocol. */
@Client(commands = "haproxy", packages = "haproxy")
@EachGrizzly
@InContainer
class HaproxyIT extends ClientScenario {
  private static final String CONFIGURATION =
      """
      defaults
        mode tcp
        timeout connect 5s
        timeout client 30s
        timeout server 30s
      listen version-1
        bind 127.0.0.1:%1$d
        server glassfish 127.0.0.1:%3$d send-proxy
      listen version-2
        bind 127.0.0.1:%2$d
        server glassfish 127.0.0.1:%3$d send-proxy-v2 check inter 200
      """;

  private static final String LISTENER = "relayed";
  private static final String CLIENT = "127.0.0.2";

  private final Path file = TestFiles.ofLength(1 << 20);
  private final int[] ports = new int[2];
  private int port;
  private Command haproxy;

  @BeforeEach
  void proxy() throws IOException {
    configure("trusted-proxies", "127.0.0.1");
    assertThat(
            server.command("set-sendfile-listener", "--proxy-protocol", "required", LISTENER))
        .contains("takes effect when the server starts anew");
    port = server.createListener(LISTENER);
    ports[0] = server.freePort();
    ports[1] = server.freePort();
    Files.writeString(
        folder.resolve("haproxy.cfg"), CONFIGURATION.formatted(ports[0], ports[1], port));
    haproxy = Command.start(folder, "haproxy", "-db", "-f", "haproxy.cfg");
    for (int each : ports) {
      Await.until(this::log, SOON, () -> by(each, "/it/hello").status() == 200);
    }
  }

  @AfterEach
  void noProxy() throws IOException {
    haproxy.close();
    server.command("delete-http-listener", LISTENER);
    server.command("delete-sendfile-listener", LISTENER);
  }

  private String log() {
    try {
      return haproxy.output();
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** From another address than HAProxy's. */
  private static RawConnection connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(10_000);
    socket.bind(new InetSocketAddress(CLIENT, 0));
    socket.connect(new InetSocketAddress("127.0.0.1", port), 10_000);
    return RawConnection.over(socket);
  }

  private static Answer by(int port, String target) throws IOException {
    try (RawConnection connection = connect(port)) {
      return connection.ask(target);
    }
  }

  @Test
  void clientOfTheProxyIsTheClient() throws IOException {
    for (int each : ports) {
      Snapshot before = server.probe();
      Answer answer = by(each, Play.steps("address", sendfile(file)));
      answer.hasStatus(200).leaksNothing().isFile(file);
      assertThat(answer.header("Remote-Address")).isEqualTo(CLIENT + " " + CLIENT);
      awaitGrown("Completed", 1, before);
      assertThat(grown("ConnectionsRefused", before)).as("checks of HAProxy").isZero();
    }
    assertThat(server.command("list-sendfile-ended-transfers", "--limit", "1")).contains(CLIENT);
  }

  @Test
  void connectionsAroundTheProxyAreClosed() throws IOException {
    Snapshot before = server.probe();
    assertThatThrownBy(() -> by(port, "/it/hello")).isInstanceOf(IOException.class);
    awaitGrown("ConnectionsRefused", 1, before);
    configure("trusted-proxies", CLIENT);
    assertThatThrownBy(() -> by(ports[0], "/it/hello")).isInstanceOf(IOException.class);
  }

  @Test
  void listenerTakesTheSettingUpWhenItStartsAnew() {
    server.command("set-sendfile-listener", "--proxy-protocol", "off", LISTENER);
    assertThat(server.command("get-sendfile-configuration"))
        .contains("attached; proxy-protocol has changed");
    server.setHttp(LISTENER, "header-buffer-length-bytes", "8193");
    Await.until(this::log, SOON, () -> by(port, "/it/hello").status() == 200);
    assertThat(server.command("get-sendfile-configuration"))
        .doesNotContain("proxy-protocol has changed");
  }
}
