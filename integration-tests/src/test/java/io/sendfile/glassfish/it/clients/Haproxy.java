package io.sendfile.glassfish.it.clients;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** HAProxy with the backend of docs/operate.md, whose two servers have other ports here. */
final class Haproxy implements AutoCloseable {
  private static final Pattern BACKEND = Pattern.compile("(?s)```haproxy\n(.*?)```");

  private static final String FRONT =
      """
      global
        stats socket %s/stats mode 600
      defaults
        mode http
        timeout connect 2s
        timeout client 60s
        timeout server 60s
      frontend all
        bind 127.0.0.1:%d
        default_backend shop
      """;

  private final Path folder;
  private final int port;
  private final Command command;

  private Haproxy(Path folder, int port, Command command) {
    this.folder = folder;
    this.port = port;
    this.command = command;
  }

  /** Starts it in front of two servers, and waits until both are up. */
  static Haproxy balance(Path folder, int one, int two, int port) throws IOException {
    Matcher backend = BACKEND.matcher(Files.readString(Path.of("../docs/operate.md")));
    assertThat(backend.find()).isTrue();
    String servers =
        backend
            .group(1)
            .replace(" agent-port 8080", "")
            .replace("192.0.2.1:8080", "127.0.0.1:%1$d agent-port %1$d".formatted(one))
            .replace("192.0.2.2:8080", "127.0.0.1:%1$d agent-port %1$d".formatted(two));
    Files.writeString(folder.resolve("haproxy.cfg"), FRONT.formatted(folder, port) + servers);
    Haproxy haproxy =
        new Haproxy(folder, port, Command.start(folder, "haproxy", "-db", "-f", "haproxy.cfg"));
    for (String server : new String[] {"one", "two"}) {
      haproxy.await("show servers conn shop", "shop/" + server);
      haproxy.await("get weight shop/" + server, "100 (initial 100)");
    }
    return haproxy;
  }

  /** Waits until its runtime interface answers so. */
  void await(String question, String expected) {
    Await.until(
        () -> question + " has " + expected + ", not " + ask(question),
        Duration.ofSeconds(15),
        () -> ask(question).contains(expected));
  }

  /** An answer of its runtime interface; a word where there is none yet. */
  String ask(String question) {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.connect(UnixDomainSocketAddress.of(folder.resolve("stats")));
      socket.write(ByteBuffer.wrap((question + "\n").getBytes(US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(1 << 16);
      while (socket.read(answer) >= 0) {
        assertThat(answer.hasRemaining()).isTrue();
      }
      return new String(answer.array(), 0, answer.position(), US_ASCII);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Its output until now. */
  String log() {
    try {
      return command.output();
    } catch (IOException e) {
      return e.toString();
    }
  }

  int port() {
    return port;
  }

  @Override
  public void close() throws IOException {
    command.close();
  }
}
