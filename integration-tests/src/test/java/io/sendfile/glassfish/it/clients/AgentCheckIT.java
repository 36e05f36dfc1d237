package io.sendfile.glassfish.it.clients;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HAProxy, whose agent checks ask the readiness path for the weight of the server. */
@Client(commands = "haproxy", packages = "haproxy")
class AgentCheckIT extends ClientScenario {
  private static final String CONFIGURATION =
      """
      global
        stats socket %1$s/stats mode 600
      defaults
        mode http
        timeout connect 2s
        timeout client 60s
        timeout server 60s
      backend shop
        server one 127.0.0.1:%2$d weight 100 check agent-check agent-port %2$d agent-inter 200ms \
      agent-send "GET /health/ready HTTP/1.0\\r\\n\\r\\n"
      """;

  private final Path large = TestFiles.ofLength(20 * MIB);

  private Command haproxy;

  @BeforeEach
  void balancer() throws IOException {
    configure("readiness-path", "/health/ready", "max-active-transfers", "4");
    Files.writeString(
        folder.resolve("haproxy.cfg"), CONFIGURATION.formatted(folder, server.httpPort()));
    haproxy = Command.start(folder, "haproxy", "-db", "-f", "haproxy.cfg");
  }

  @AfterEach
  void noBalancer() throws IOException {
    haproxy.close();
  }

  /** An answer of HAProxy's runtime interface. */
  private String ask(String command) throws IOException {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.connect(UnixDomainSocketAddress.of(folder.resolve("stats")));
      socket.write(ByteBuffer.wrap((command + "\n").getBytes(US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(1 << 16);
      while (socket.read(answer) >= 0) {
        assertThat(answer.hasRemaining()).isTrue();
      }
      return new String(answer.array(), 0, answer.position(), US_ASCII);
    }
  }

  private void awaitState(String what, String command, String expected) {
    Await.until(what, SOON, () -> ask(command).contains(expected));
  }

  @Test
  void weightsTheServerByItsFreePlaces() throws IOException {
    awaitState("all of its weight", "get weight shop/one", "100 (initial 100)");
    try (RawConnection one = RawConnection.withSmallBuffer(server.httpPort(), 4096);
        RawConnection two = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      one.send(RawConnection.get(Play.steps(sendfile(large))));
      awaitState("a place is taken", "get weight shop/one", "75 (initial 100)");
      two.send(RawConnection.get(Play.steps(sendfile(large))));
      awaitState("two places are taken", "get weight shop/one", "50 (initial 100)");
    }
    awaitState("all are free", "get weight shop/one", "100 (initial 100)");
  }

  @Test
  @InContainer
  void sendsNothingNewToAServerThatDrains() {
    awaitState("it is up", "show stat", "shop,one");
    server.command("drain-sendfile", "--deadline", "10m");
    try {
      awaitState("it drains", "show stat", "DRAIN");
    } finally {
      server.command("drain-sendfile", "--cancel", "true");
    }
    Await.until("it is up again", SOON, () -> !ask("show stat").contains("DRAIN"));
  }
}
