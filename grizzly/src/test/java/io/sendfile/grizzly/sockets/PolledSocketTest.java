package io.sendfile.grizzly.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.Parker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets, whose client reads nothing unless a test says so. */
@Timeout(30)
class PolledSocketTest {
  private static final int WINDOW = 64 << 10;
  private static final int SEGMENT = 64 << 10;
  private static final int BOUND = 128 << 10;
  private static final int RATE = 32 << 10;
  private static final int SLICE = 256 << 10;

  private final AtomicLong nanos = new AtomicLong();
  private final WritePoller poller = poller();
  private SocketChannel client;
  private SocketChannel server;
  private TCPNIOConnection connection;
  private PolledSocket socket;

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      client = SocketChannel.open();
      client.setOption(StandardSocketOptions.SO_RCVBUF, WINDOW);
      client.connect(listener.getLocalAddress());
      server = listener.accept();
    }
    server.configureBlocking(false);
    connection = new TCPNIOConnection(TCPNIOTransportBuilder.newInstance().build(), server);
    socket = PolledSocket.of(connection, poller);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    poller.close();
  }

  private WritePoller poller() {
    try {
      return new WritePoller(Selector.open(), Thread::new, nanos::get, new Parker() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int fill() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(SEGMENT);
    int all = 0;
    for (int n = 1; n > 0; all += n) {
      n = server.write(bytes.clear());
    }
    return all;
  }

  @Test
  void isThatOfTheConnection() {
    assertThat(PolledSocket.of(connection, poller)).isSameAs(socket);
  }

  @Test
  void boundsWhatASocketTakesForAClientThatReadsNothing() throws IOException {
    socket.boundUnsent(BOUND);
    assertThat(fill()).isBetween(BOUND, BOUND + SEGMENT + 2 * WINDOW);
  }

  /** Empties it three times at this rate, by the clock of the poller. */
  private void drainedAt(int bytesPerSecond) {
    for (int i = 0; i < 3; i++) {
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      socket.await(() -> {}, (long) i * bytesPerSecond);
    }
  }

  @Test
  void boundFollowsTheRateOfTheClientUntilTheDownloadEnds() throws IOException {
    socket.boundUnsentByRate();
    drainedAt(1_000_000);
    assertThat(fill()).isBetween(4 * BOUND, 4 * BOUND + SEGMENT + 2 * WINDOW);
    socket.release();
    drainedAt(1_000);
    socket.boundUnsentByRate();
    drainedAt(20_000);
    assertThat(server.write(ByteBuffer.allocate(1))).as("it has more than a small bound").isZero();
  }

  @Test
  void boundIsTheFirstOneWhileTheRateIsNotKnown() throws IOException {
    socket.boundUnsentByRate();
    assertThat(fill()).isBetween(BOUND, BOUND + SEGMENT + 2 * WINDOW);
  }

  @Test
  void boundStaysAsItIsWhileTheKernelPacesTheBytes() throws IOException {
    socket.boundUnsentByRate();
    socket.pace(this, 8 * BOUND);
    drainedAt(20_000);
    assertThat(fill()).isGreaterThan(4 * BOUND);
  }

  @Test
  void zeroIsTheSystemsBoundAgain() throws IOException {
    socket.boundUnsent(BOUND);
    int bounded = fill();
    socket.boundUnsent(0);
    assertThat(fill()).isGreaterThan(bounded);
  }

  @Test
  void roomOfAWritableSocketIsHalfTheBoundAtMost() throws IOException {
    PolledSocket.Room room = socket.room();
    assertThat(room.grant(BOUND)).isEqualTo(BOUND);
    room.used(BOUND, false);
    socket.boundUnsent(BOUND);
    assertThat(room.grant(BOUND)).isEqualTo(BOUND / 2);
  }

  @Test
  @Timeout(6)
  void spreadsWhatItWasGivenAtOnceUntilThatEnds() throws IOException {
    passFirstSegments();
    assertThat(socket.pace(this, RATE)).isTrue();
    assertThat(server.write(ByteBuffer.allocate(SLICE))).isEqualTo(SLICE);
    int received = receiveNow();
    assertThat(received).isLessThan(SLICE);
    socket.unpace(this);
    receive(SLICE - received);
  }

  @Test
  @Timeout(6)
  void endOfATransferLeavesThePaceOfTheNextOne() throws IOException {
    passFirstSegments();
    socket.pace("first", RATE);
    socket.pace("second", RATE);
    socket.unpace("first");
    server.write(ByteBuffer.allocate(SLICE));
    assertThat(receiveNow()).isLessThan(SLICE);
  }

  /** The first ten of a connection are never spread, and over loopback they are long. */
  private void passFirstSegments() throws IOException {
    for (int i = 0; i < 32; i++) {
      server.write(ByteBuffer.allocate(WINDOW / 2));
      receive(WINDOW / 2);
    }
  }

  private void receive(int bytes) throws IOException {
    ByteBuffer received = ByteBuffer.allocate(bytes);
    while (received.hasRemaining()) {
      client.read(received);
    }
  }

  private int receiveNow() throws IOException {
    client.configureBlocking(false);
    int bytes = Math.max(0, client.read(ByteBuffer.allocate(SLICE)));
    client.configureBlocking(true);
    return bytes;
  }

  @Test
  void ratesThatMakeNoBurstsOrDoNotFitAreLeftToTheTransfer() {
    assertThat(socket.pace(this, 1)).isFalse();
    assertThat(socket.pace(this, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void boundIsNoLessThanWhatIsToBeSpread() throws IOException {
    socket.boundUnsent(BOUND);
    socket.pace(this, 8 * BOUND);
    assertThat(fill()).isGreaterThan(4 * BOUND);
  }

  @Test
  void socketThatWasClosedIsLeftAlone() throws IOException {
    server.close();
    socket.boundUnsent(BOUND);
    assertThat(socket.pace(this, RATE)).isFalse();
    socket.unpace(this);
  }
}
