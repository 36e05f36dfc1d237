package io.sendfile.grizzly.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SendQueuesTest {
  private static final String HEAD = "  sl  local_address rem_address   st tx_queue rx_queue\n";
  private static final String REST = " 00:00000000 00000000     0        0 1520 1 0000 100 0\n";

  @TempDir private Path folder;
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);

  private SendQueues queues() {
    return new SendQueues(folder, clock::get);
  }

  private void write(String table, String... lines) throws IOException {
    Files.writeString(folder.resolve(table), HEAD + String.join("", lines));
  }

  private static InetSocketAddress end(String address, int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByName(address), port);
  }

  private static long bytes(SendQueues queues, InetSocketAddress local, InetSocketAddress remote) {
    return Objects.requireNonNull(queues.of(local, remote)).bytes();
  }

  private static boolean windowClosed(
      SendQueues queues, InetSocketAddress local, InetSocketAddress remote) {
    return Objects.requireNonNull(queues.of(local, remote)).windowClosed();
  }

  @Test
  void tellsConnectionsApart() throws Exception {
    assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "the text is of such a machine");
    write(
        "tcp",
        "   0: 0100007F:1F90 0100007F:C350 01 0000002A:00000000" + REST,
        "   1: 0100007F:1F90 0100007F:C351 01 00000000:00000007" + REST,
        "9999: 0100007F:1F90 0200007F:C350 01 0000002B:00000000" + REST);
    write(
        "tcp6",
        "   0: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF0000040200C0:0050 01"
            + " 0000002C:00000000"
            + REST,
        "   1: B80D0120000000000000000001000000:1F90 B80D0120000000000000000002000000:0050 01"
            + " FFFFFFFF:00000000"
            + REST);
    SendQueues queues = queues();
    InetSocketAddress local = end("127.0.0.1", 8080);
    assertThat(bytes(queues, local, end("127.0.0.1", 50000))).isEqualTo(42);
    assertThat(bytes(queues, local, end("127.0.0.1", 50001))).isZero();
    assertThat(bytes(queues, local, end("127.0.0.2", 50000))).isEqualTo(43);
    assertThat(bytes(queues, local, end("192.0.2.4", 80))).isEqualTo(44);
    assertThat(bytes(queues, end("2001:db8::1", 8080), end("2001:db8::2", 80)))
        .isEqualTo(0xFFFFFFFFL);
  }

  /** Its system says so, in answer to a probe; one that is gone says nothing. */
  @Test
  void tellsClosedWindowsFromLostPackets() throws Exception {
    String line = "0: 0100007F:1F90 0100007F:%s 01 0000002A:00000000 %s:00000014 00000000 0 0\n";
    write("tcp", line.formatted("C350", "04"), line.formatted("C351", "01"));
    SendQueues queues = queues();
    InetSocketAddress local = end("127.0.0.1", 8080);
    assertThat(windowClosed(queues, local, end("127.0.0.1", 50000))).isTrue();
    assertThat(windowClosed(queues, local, end("127.0.0.1", 50001))).isFalse();
    assertThat(windowClosed(queues, local, end("127.0.0.1", 50002))).isFalse();
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    write("tcp", line.formatted("C350", "00"));
    assertThat(windowClosed(queues, local, end("127.0.0.1", 50000))).isFalse();
  }

  @Test
  void readsOnceASecondAtMost() throws Exception {
    write("tcp", "0: 0100007F:1F90 0100007F:C350 01 0000002A:00000000" + REST);
    SendQueues queues = queues();
    InetSocketAddress local = end("127.0.0.1", 8080);
    InetSocketAddress remote = end("127.0.0.1", 50000);
    long before = bytes(queues, local, remote);
    write("tcp");
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1) - 1);
    assertThat(bytes(queues, local, remote)).isEqualTo(before);
    clock.addAndGet(1);
    assertThat(bytes(queues, local, remote)).isZero();
  }

  /** Each of its answers is of a newer table; others may be older. */
  @Test
  void followerSeesAnEmptyQueueAndTheEndOfAConnection() throws Exception {
    String line = "0: 0100007F:1F90 0100007F:C350 01 %08X:00000000" + REST;
    write("tcp", line.formatted(42));
    SendQueues queues = queues();
    InetSocketAddress local = end("127.0.0.1", 8080);
    InetSocketAddress remote = end("127.0.0.1", 50000);
    assertThat(bytes(queues, local, remote)).isEqualTo(42);
    clock.addAndGet(1);
    try (SendQueues.Follower follower = queues.follow(local, remote)) {
      assertThat(follower.left()).isEqualTo(SendQueues.NOT_YET);
      long interval = TimeUnit.MILLISECONDS.toNanos(50);
      for (long left : new long[] {42, 7, 0}) {
        write("tcp", line.formatted(left));
        clock.addAndGet(interval);
        assertThat(follower.left()).isEqualTo(left);
        assertThat(follower.left()).isEqualTo(SendQueues.NOT_YET);
      }
      write("tcp");
      clock.addAndGet(interval);
      assertThat(follower.left()).isEqualTo(SendQueues.GONE);
      Files.delete(folder.resolve("tcp"));
      clock.addAndGet(interval);
      assertThat(follower.left()).isEqualTo(SendQueues.UNKNOWN);
    }
  }

  @Test
  void saysThatItDoesNotKnowWhereTheKernelShowsNothing() throws Exception {
    InetSocketAddress any = end("127.0.0.1", 1);
    assertThat(queues().of(any, any)).isNull();
    write("tcp", "something else\n");
    assertThat(queues().of(any, any)).isNull();
  }

  @Test
  @Timeout(60)
  void seesWhatAPeerHasNotRead() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/net/tcp")), "needs Linux");
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel peer = SocketChannel.open(listener.getLocalAddress());
          SocketChannel server = listener.accept()) {
        server.configureBlocking(false);
        ByteBuffer block = ByteBuffer.allocate(1 << 16);
        while (server.write(block.clear()) > 0) {
          // Fills the socket.
        }
        InetSocketAddress local = (InetSocketAddress) server.getLocalAddress();
        InetSocketAddress remote = (InetSocketAddress) server.getRemoteAddress();
        SendQueues now = new SendQueues(Path.of("/proc/self/net"), clock::get);
        long full = bytes(now, local, remote);
        assertThat(full).isPositive();
        while (!windowClosed(now, local, remote)) {
          clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
        }

        long left = full;
        while (left >= full) {
          peer.read(block.clear());
          clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
          left = bytes(now, local, remote);
        }
        assertThat(left).isNotNegative();
      }
    }
  }
}
