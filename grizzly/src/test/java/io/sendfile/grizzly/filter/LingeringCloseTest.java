package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LingeringCloseTest {
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final AtomicInteger closes = new AtomicInteger();
  private SocketChannel client;
  private SocketChannel server;

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocketChannel listening = ServerSocketChannel.open()) {
      listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      client = SocketChannel.open(listening.getLocalAddress());
      server = listening.accept();
    }
    server.configureBlocking(false);
    new LingeringClose(server, (nanos, action) -> later.add(action), closes::incrementAndGet)
        .look();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  /** Number of polls before the end; the client sends before each. */
  private int looks(boolean sends) throws IOException {
    int looks = 1;
    for (Runnable next = later.poll(); next != null; next = later.poll()) {
      if (sends) {
        client.write(ByteBuffer.allocate(1));
      }
      next.run();
      looks++;
    }
    return looks;
  }

  @Test
  void silentClientIsWaitedForFiveSeconds() throws IOException {
    assertThat(looks(false) * LingeringClose.LOOK_NANOS).isEqualTo(5_000_000_000L);
    assertThat(closes).hasValue(1);
  }

  @Test
  void clientThatNeverStopsIsWaitedForHalfAMinute() throws IOException {
    assertThat(looks(true) * LingeringClose.LOOK_NANOS).isEqualTo(30_000_000_000L);
    assertThat(closes).hasValue(1);
  }

  @Test
  void timerThatFailsIsTheEnd() {
    new LingeringClose(
            server,
            (nanos, action) -> {
              throw new OutOfMemoryError("scripted");
            },
            closes::incrementAndGet)
        .look();
    assertThat(closes).hasValue(1);
  }

  @Test
  void endOfTheClientIsTheEnd() throws IOException {
    client.close();
    ServerFixture.await(
        "the connection is closed",
        () -> {
          Runnable next = later.poll();
          if (next != null) {
            next.run();
          }
          return closes.get() == 1;
        });
    assertThat(later).isEmpty();
  }
}
