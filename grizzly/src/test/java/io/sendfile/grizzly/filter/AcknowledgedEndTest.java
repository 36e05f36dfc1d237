package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.transfer.Timer;
import io.sendfile.grizzly.filter.AcknowledgedEnd.AcknowledgedPace;
import io.sendfile.grizzly.sockets.SendQueues;
import io.sendfile.grizzly.sockets.SimulatedQueues;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Results;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AcknowledgedEndTest {
  private static final Span FIRST = new Span(10, 20);
  private static final Span SECOND = new Span(50, 80);

  private static final TransferResult ALL = Results.finished("all");

  private static List<Span> without(long bytes) {
    return AcknowledgedEnd.without(new Delivered("", 100, List.of(FIRST, SECOND)), bytes).spans();
  }

  private static AcknowledgedPace seen(long... left) {
    AcknowledgedPace pace = new AcknowledgedPace();
    for (int i = 0; i < left.length; i++) {
      pace.saw(left[i], i * 10L);
    }
    return pace;
  }

  @Test
  void lastBytesAreLeftOut() {
    assertThat(without(0)).containsExactly(FIRST, SECOND);
    assertThat(without(1)).containsExactly(FIRST, new Span(50, 79));
    assertThat(without(30)).containsExactly(FIRST);
    assertThat(without(31)).containsExactly(new Span(10, 19));
    assertThat(without(1000)).isEmpty();
  }

  @Test
  void clientThatHangsUpLacksWhatItCannotHaveGotInTheMeantime() {
    assertThat(seen(1000, 900).lacking(20)).isEqualTo(900);
    assertThat(seen(1000, 1000).lacking(20)).isEqualTo(1000);
  }

  @Test
  void clientThatHangsUpOnItsLastBytesMayHaveAll() {
    assertThat(seen(300, 200).lacking(20)).isZero();
    assertThat(seen(1000, 900).lacking(100)).as("after a long look away").isZero();
  }

  @Test
  void clientOfWhichNothingIsKnownMayHaveAll() {
    assertThat(seen().lacking(10)).isZero();
    assertThat(seen(1000).lacking(10)).isZero();
  }

  /**
   * A client that has no room for the last bytes.
   *
   * @param got bytes before them
   * @param waits told the times between looks
   * @return the second in which it is given up
   */
  private static long givenUpAfter(long got, List<Long> waits) throws IOException {
    long left = 1 << 20;
    AtomicLong seconds = new AtomicLong();
    LongSupplier clock = () -> TimeUnit.SECONDS.toNanos(seconds.get());
    SimulatedQueues kernel = new SimulatedQueues(() -> Map.of(1, left), clock);
    Queue<Runnable> later = new ArrayDeque<>();
    AtomicInteger goesOn = new AtomicInteger();
    AcknowledgedEnd end =
        new AcknowledgedEnd(
            connection -> kernel.follow(1),
            delivered -> {},
            (nanos, action) -> {
              waits.add(nanos);
              later.add(action);
            },
            clock,
            got + left,
            TimeUnit.SECONDS.toNanos(60));
    TCPNIOConnection connection = new Accepted(SocketChannel.open());
    end.begin(connection, goesOn::incrementAndGet);
    while (goesOn.get() == 0) {
      seconds.incrementAndGet();
      later.remove().run();
    }
    return seconds.get();
  }

  /** As before its last byte. */
  @Test
  void bytesThatClientHasGotPayForItsSilenceWithoutRoom() throws Exception {
    List<Long> waits = new ArrayList<>();
    assertThat(givenUpAfter(0, waits)).isBetween(60L, 65L);
    assertThat(givenUpAfter(1 << 20, waits)).isBetween(120L, 125L);
    assertThat(givenUpAfter(1 << 30, waits)).isBetween(300L, 305L);
    assertThat(waits).startsWith(AcknowledgedEnd.LOOK_NANOS);
    assertThat(waits).endsWith(TimeUnit.MILLISECONDS.toNanos(500));
  }

  /** A real connection, whose client takes nothing. */
  @Nested
  @Timeout(30)
  class OfAConnection {
    private static final long STALL_NANOS = 1000;

    private final Queue<Runnable> later = new ArrayDeque<>();
    private final List<Delivered> told = new ArrayList<>();
    private final AtomicInteger goesOn = new AtomicInteger();
    private long now;
    private SocketChannel client;
    private TCPNIOConnection connection;

    @BeforeEach
    void fill() throws IOException {
      SocketChannel server;
      try (ServerSocketChannel listener = ServerSocketChannel.open()) {
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        client = SocketChannel.open(listener.getLocalAddress());
        server = listener.accept();
      }
      server.configureBlocking(false);
      connection = new Accepted(server);
      for (int n = 1; n > 0; ) {
        n = server.write(ByteBuffer.allocate(1 << 16));
      }
    }

    @AfterEach
    void close() throws IOException {
      client.close();
      connection.terminateSilently();
    }

    private void begin(Timer timer) {
      AcknowledgedEnd end =
          new AcknowledgedEnd(SendQueues::follow, told::add, timer, () -> now, 0, STALL_NANOS);
      end.finished(ALL);
      end.begin(connection, goesOn::incrementAndGet);
    }

    /** Or bytes would arrive that count as lost. */
    @Test
    void clientThatTakesNothingIsReset() {
      begin((nanos, action) -> later.add(action));
      while (goesOn.get() == 0) {
        now += STALL_NANOS / 4;
        later.remove().run();
      }
      assertThat(later).isEmpty();
      assertThat(told).hasSize(1);
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(
              () -> {
                while (client.read(ByteBuffer.allocate(1 << 16)) >= 0) {}
              });
    }

    @Test
    void timerThatFailsIsTheEnd() {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(
              () ->
                  begin(
                      (nanos, action) -> {
                        throw new IllegalStateException("scripted");
                      }));
      assertThat(goesOn).hasValue(1);
      assertThat(told).singleElement().isEqualTo(ALL.delivered());
    }
  }

  /** A connection as the transport makes it ready. */
  private static final class Accepted extends TCPNIOConnection {
    Accepted(SocketChannel socket) {
      super(TCPNIOTransportBuilder.newInstance().build(), socket);
      resetProperties();
    }
  }
}
