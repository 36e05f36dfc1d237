package io.sendfile.grizzly.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.transfer.Parker;
import io.sendfile.grizzly.filter.ServerFixture;
import io.sendfile.grizzly.sockets.WritePoller.CollectingPause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class WritePollerTest {
  private static final int MANY = 40;

  @TempDir Path temp;
  private final WritePoller poller = new WritePoller();
  private final Semaphore woken = new Semaphore(0);
  private SocketChannel server;
  private SocketChannel client;

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      client = SocketChannel.open();
      client.setOption(StandardSocketOptions.SO_RCVBUF, 8192);
      client.connect(listener.getLocalAddress());
      server = listener.accept();
    }
    server.configureBlocking(false);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    poller.close();
  }

  private void fill() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
    while (server.write(bytes.clear()) > 0) {
      assertThat(server.isOpen()).isTrue();
    }
  }

  /** Does not block: all bytes may be read before the poller's thread runs. */
  private void empty() throws IOException {
    client.configureBlocking(false);
    ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
    while (woken.availablePermits() == 0) {
      assertThat(client.read(bytes.clear())).isNotNegative();
      Thread.yield();
    }
  }

  private boolean wokenInTime() throws InterruptedException {
    return woken.tryAcquire(10, TimeUnit.SECONDS);
  }

  @Test
  void wakesAtOnceWhereThereIsRoom() throws InterruptedException {
    assertThat(poller.await(server, woken::release, false)).as("new").isNotNull();
    assertThat(wokenInTime()).isTrue();
    assertThat(poller.await(server, woken::release, false)).as("known").isNull();
    assertThat(wokenInTime()).isTrue();
  }

  @Test
  void wakesWhenThePeerHasRead() throws IOException, InterruptedException {
    fill();
    poller.await(server, woken::release, false);
    empty();
    assertThat(wokenInTime()).isTrue();
  }

  @Test
  void wakesWhenThePeerIsGone() throws IOException, InterruptedException {
    fill();
    poller.await(server, woken::release, false);
    client.setOption(StandardSocketOptions.SO_LINGER, 0);
    client.close();
    assertThat(wokenInTime()).isTrue();
  }

  @Test
  void wakesAtOnceWhenTheSocketIsClosed() throws IOException, InterruptedException {
    server.close();
    poller.await(server, woken::release, false);
    assertThat(wokenInTime()).isTrue();
  }

  /** Several times, since the poller's thread may have forgotten the socket already. */
  @Test
  void wakesAtOnceWhenAKnownSocketIsClosed() throws IOException, InterruptedException {
    for (int i = 0; i < 20; i++) {
      fill();
      poller.await(server, () -> {}, false);
      server.close();
      poller.await(server, woken::release, false);
      assertThat(wokenInTime()).isTrue();
      client.close();
      connect();
    }
  }

  @Test
  void wakesAtOnceWhenThePollerIsClosed() throws InterruptedException {
    poller.close();
    poller.await(server, woken::release, false);
    assertThat(wokenInTime()).isTrue();
  }

  /** So many that the poller collects them. */
  @Test
  void wakesEachOfMany() throws IOException, InterruptedException {
    List<SocketChannel> many = new ArrayList<>();
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      for (int i = 0; i < MANY; i++) {
        SocketChannel channel = SocketChannel.open(listener.getLocalAddress());
        channel.configureBlocking(false);
        many.add(channel);
      }
      for (int round = 0; round < 3; round++) {
        for (SocketChannel channel : many) {
          poller.await(channel, woken::release, false);
        }
        assertThat(woken.tryAcquire(MANY, 10, TimeUnit.SECONDS)).isTrue();
      }
    } finally {
      for (SocketChannel channel : many) {
        channel.close();
      }
    }
    assertThat(woken.availablePermits()).isZero();
  }

  /** Long pauses last until they are ended, short ones no time. */
  private static final class Pauses implements Parker {
    private final BlockingQueue<Long> begun = new LinkedBlockingQueue<>();
    private final Semaphore ended = new Semaphore(0);

    @Override
    public void park(long nanos) {
      begun.add(nanos);
      if (CollectingPause.isLong(nanos)) {
        ended.acquireUninterruptibly();
      }
    }

    @Override
    public void wake(Thread parked) {
      ended.release();
    }

    private void untilLong() throws InterruptedException {
      Long nanos = begun.poll(10, TimeUnit.SECONDS);
      while (nanos != null && !CollectingPause.isLong(nanos)) {
        nanos = begun.poll(10, TimeUnit.SECONDS);
      }
      assertThat(nanos).isNotNull();
    }
  }

  private static void keepWaiting(WritePoller among, SocketChannel channel) {
    among.await(channel, () -> keepWaiting(among, channel), false);
  }

  /** Beside slow readers, each of which waits for a second each time. */
  @Test
  void newcomerEndsALongPause() throws IOException, InterruptedException {
    Pauses pauses = new Pauses();
    AtomicLong clock = new AtomicLong();
    LongSupplier seconds = () -> clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    List<SocketChannel> slow = new ArrayList<>();
    try (ServerSocketChannel listener = ServerSocketChannel.open();
        WritePoller among = new WritePoller(Selector.open(), Thread::new, seconds, pauses)) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      for (int i = 0; i < MANY; i++) {
        slow.add(SocketChannel.open(listener.getLocalAddress()));
        slow.get(i).configureBlocking(false);
        keepWaiting(among, slow.get(i));
      }
      pauses.untilLong();
      among.await(server, woken::release, false);
      assertThat(pauses.ended.availablePermits()).as("for one that has waited before").isZero();
      assertThat(woken.availablePermits()).as("for one that has waited before").isZero();
      among.await(server, woken::release, true);
      assertThat(wokenInTime()).isTrue();
      pauses.ended.release(Integer.MAX_VALUE);
    } finally {
      for (SocketChannel channel : slow) {
        channel.close();
      }
    }
  }

  /** The channel's next wait is answered, the released one never. */
  @Test
  void releasedWaitIsNotAnswered() throws IOException, InterruptedException {
    fill();
    Semaphore released = new Semaphore(0);
    poller.await(server, released::release, false);
    poller.release(server);
    poller.await(server, woken::release, false);
    empty();
    assertThat(wokenInTime()).isTrue();
    assertThat(released.availablePermits()).isZero();
  }

  @Test
  void tellsOfASocketThatIsFull() throws IOException {
    assertThat(poller.selectors().writable(server)).isTrue();
    assertThat(poller.selectors().selected(server)).isTrue();
    fill();
    assertThat(poller.selectors().writable(server)).isFalse();
    assertThat(poller.selectors().selected(server)).isFalse();
    server.close();
    assertThatExceptionOfType(ClosedChannelException.class)
        .isThrownBy(() -> poller.selectors().writable(server));
    assertThatExceptionOfType(ClosedChannelException.class)
        .isThrownBy(() -> poller.selectors().selected(server));
  }

  /** A selector that has let a closed socket go knows no key of it any more. */
  @Test
  void nobodyWaitsForAClosedSocket() throws IOException, InterruptedException {
    fill();
    SelectionKey closed = poller.await(server, () -> {}, false);
    server.close();
    client.close();
    connect();
    poller.await(server, woken::release, false);
    assertThat(wokenInTime()).isTrue();
    poller.forget(closed);
    assertThat(poller.waiting()).isZero();
  }

  @Test
  void forgottenChannelIsFreed() throws IOException, InterruptedException {
    SelectionKey key = poller.await(server, woken::release, false);
    assertThat(wokenInTime()).isTrue();
    poller.forget(key);
    server.close();
    client.configureBlocking(false);
    ServerFixture.await("the peer sees the end", () -> readsEnd(client));
  }

  private static boolean readsEnd(SocketChannel channel) {
    try {
      return channel.read(ByteBuffer.allocate(1)) < 0;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void failingWaiterHarmsNoOther() throws InterruptedException {
    poller.await(
        server,
        () -> {
          woken.release();
          throw new OutOfMemoryError("scripted");
        },
        false);
    assertThat(wokenInTime()).isTrue();
    poller.await(server, woken::release, false);
    assertThat(wokenInTime()).isTrue();
  }

  @ParameterizedTest(name = "Java {0}")
  @ValueSource(ints = {17, 25})
  void guardedTransferMovesTheBytes(int javaVersion) throws IOException {
    Path path = Files.writeString(temp.resolve("f"), "0123456789");
    try (SpareSelectors selectors = new SpareSelectors(javaVersion);
        FileChannel file = FileChannel.open(path)) {
      assertThat(selectors.transfer(file, 2, 5, server)).isEqualTo(5);
      assertThat(selectors.transfer(file, 9, 5, server)).isEqualTo(1);
      assertThat(selectors.transfer(file, 10, 5, server)).isZero();
      ByteBuffer got = ByteBuffer.allocate(6);
      while (got.hasRemaining()) {
        assertThat(client.read(got)).isPositive();
      }
      assertThat(new String(got.array(), StandardCharsets.US_ASCII)).isEqualTo("234569");
      server.close();
      assertThatExceptionOfType(ClosedChannelException.class)
          .isThrownBy(() -> selectors.transfer(file, 0, 5, server));
    }
  }
}
