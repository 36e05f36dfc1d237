package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that keep sending an unread body, and read their response late. */
class UnreadBodyTest extends ServerFixture {
  private static final int SKIPPED = 64 * 1024;
  private static final int SEND_BUFFER = 400_000;

  /** The kernel takes as much as its buffers hold. */
  @Override
  String[] settings() {
    return new String[] {"UNSENT_BYTES", "" + SEND_BUFFER};
  }

  @Override
  void configure(NetworkListener listener) {
    // The whole response fits into the kernel's buffers.
    listener.getTransport().setWriteBufferSize(SEND_BUFFER);
    listener.registerAddOn(
        (unused, builder) -> {
          int codec = builder.indexOfType(HttpServerFilter.class);
          ((HttpServerFilter) builder.get(codec)).setMaxPayloadRemainderToSkip(SKIPPED);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {20_000, 150_000})
  void clientThatStillSendsGetsTheTail(int length) throws Exception {
    byte[] bytes = file("f", length);
    leavesUnread(20);
    Socket socket = connect(8 * 1024);
    try (RawClient client = new RawClient(socket)) {
      client.send(post("Content-Length: 1000000000"));
      Thread sender = new Thread(() -> sendOn(socket));
      sender.start();
      awaitEnd(Outcome.COMPLETED);

      RawClient.Reply reply = client.read();

      assertBytes(reply.body(), bytes);
      assertThat(reply.header("Connection")).isEqualTo("close");
      assertThat(client.drain()).isZero();
      socket.close();
      sender.join();
    }
  }

  @Test
  void connectionOfAShortBodyGoesOn() throws Exception {
    byte[] bytes = file("f", 150_000);
    leavesUnread(20);
    try (RawClient client = client()) {
      for (int i = 0; i < 2; i++) {
        client.send(post("Content-Length: " + SKIPPED) + "x".repeat(SKIPPED));
        assertBytes(client.read().body(), bytes);
      }
    }
  }

  private static String post(String framing) {
    return "POST /?files:f HTTP/1.1\r\nHost: test\r\n" + framing + "\r\n\r\n";
  }

  private static void sendOn(Socket socket) {
    byte[] some = "x".repeat(10_000).getBytes(ISO_8859_1);
    try {
      OutputStream out = socket.getOutputStream();
      while (!socket.isClosed()) {
        out.write(some);
      }
    } catch (IOException e) {
      assertThat(e).as("the end of the connection").isNotNull();
    }
  }
}
