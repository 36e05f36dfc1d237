package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Way;
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
      listen clear
        bind 127.0.0.1:%1$d
        server glassfish 127.0.0.1:%2$d send-proxy
      listen tls
        bind 127.0.0.1:%3$d
        server glassfish 127.0.0.1:%4$d send-proxy-v2 check inter 200
      """;

  private static final String NETWORK_LISTENERS =
      "configs.config.server-config.network-config.network-listeners.network-listener.";

  private static final String CLEAR = "relayed";
  private static final String TLS = "relayed-tls";
  private static final String CLIENT = "127.0.0.2";

  private final Path file = TestFiles.ofLength(1 << 20);
  private int listener;
  private int clearProxy;
  private int tlsProxy;
  private Command haproxy;

  @BeforeEach
  void proxy() throws IOException {
    configure("trusted-proxies", "127.0.0.1");
    assertThat(server.command("set-sendfile-listener", "--proxy-protocol", "required", CLEAR))
        .contains("takes effect when the server starts anew");
    listener = server.createListener(CLEAR);
    int tls = tlsListener();
    clearProxy = server.freePort();
    tlsProxy = server.freePort();
    Files.writeString(
        folder.resolve("haproxy.cfg"),
        CONFIGURATION.formatted(clearProxy, listener, tlsProxy, tls));
    haproxy = Command.start(folder, "haproxy", "-db", "-f", "haproxy.cfg");
    Await.until(this::log, SOON, () -> clear(clearProxy, "/it/hello").status() == 200);
    Await.until(this::log, SOON, () -> http2("/it/hello").status() == 200);
  }

  private int tlsListener() {
    int port = server.freePort();
    server.command("set-sendfile-listener", "--proxy-protocol", "required", TLS);
    server.command(
        "create-network-listener",
        "--address",
        "127.0.0.1",
        "--listenerport",
        Integer.toString(port),
        "--protocol",
        server.httpsListener(),
        TLS);
    return port;
  }

  @AfterEach
  void noProxy() throws IOException {
    haproxy.close();
    server.command("delete-http-listener", CLEAR);
    server.command("delete-network-listener", TLS);
    server.command("delete-sendfile-listener", CLEAR);
    server.command("delete-sendfile-listener", TLS);
  }

  private String log() {
    try {
      return haproxy.output();
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** From another address than HAProxy's. */
  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(10_000);
    socket.bind(new InetSocketAddress(CLIENT, 0));
    socket.connect(new InetSocketAddress("127.0.0.1", port), 10_000);
    return socket;
  }

  private static Answer clear(int port, String target) throws IOException {
    try (RawConnection connection = RawConnection.over(connect(port))) {
      return connection.ask(target);
    }
  }

  private Answer http2(String target) throws IOException {
    try (Socket wire = connect(tlsProxy);
        Http2Connection connection = Http2Connection.over(Http2Way.secure(wire, "h2"), wire)) {
      return connection.ask(target);
    }
  }

  private void isClient(Snapshot before, Answer answer) {
    answer.hasStatus(200).leaksNothing().isFile(file);
    assertThat(answer.header("Remote-Address")).isEqualTo(CLIENT + " " + CLIENT);
    awaitGrown("Completed", 1, before);
    Await.until(
        "its row has the client",
        SOON,
        () -> server.command("list-sendfile-ended-transfers", "--limit=1").contains(CLIENT));
    assertThat(grown("ConnectionsRefused", before)).as("checks of HAProxy").isZero();
  }

  @Test
  void clientOfTheProxyIsTheClient() throws IOException {
    String steps = Play.steps("address", sendfile(file));
    isClient(server.probe(), clear(clearProxy, steps));
    isClient(server.probe(), http2(steps));
  }

  @Test
  void connectionsAroundTheProxyAreClosed() throws IOException {
    Snapshot before = server.probe();
    assertThatThrownBy(() -> clear(listener, "/it/hello")).isInstanceOf(IOException.class);
    awaitGrown("ConnectionsRefused", 1, before);
    assertThat(server.command("get-sendfile-configuration")).doesNotContain("closes every");
    configure("trusted-proxies", "");
    assertThat(server.command("get-sendfile-configuration")).contains("closes every connection");
    configure("trusted-proxies", CLIENT);
    assertThatThrownBy(() -> clear(clearProxy, "/it/hello")).isInstanceOf(IOException.class);
  }

  @Test
  void listenerTakesTheSettingUpWhenItStartsAnew() {
    server.command("set-sendfile-listener", "--proxy-protocol", "off", CLEAR);
    assertThat(server.command("get-sendfile-configuration"))
        .contains("attached; proxy-protocol has changed");
    for (boolean enabled : new boolean[] {false, true}) {
      server.command("set", NETWORK_LISTENERS + CLEAR + ".enabled=" + enabled);
    }
    Await.until(this::log, SOON, () -> clear(listener, "/it/hello").status() == 200);
    assertThat(server.command("get-sendfile-configuration"))
        .doesNotContain("proxy-protocol has changed");
  }
}
