package io.sendfile.grizzly.sockets;

import io.sendfile.core.transfer.TransferSink.Acknowledged;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * The acknowledgements of clients, by the kernel's send queues on Linux (proc(5), {@code
 * /proc/net/tcp}): bytes of each connection that were written and not yet acknowledged; and whether
 * its client has closed its side. Read on demand, and at most once a second, since reading takes
 * some milliseconds with thousands of connections; more often for a {@link Follower}. Unknown on
 * other systems, which report room in a send buffer soon enough. Thread-safe.
 */
public final class SendQueues {
  /** The tables of this process. */
  static final SendQueues OF_THIS_PROCESS =
      new SendQueues(Path.of("/proc/self/net"), System::nanoTime);

  /** The value for unknown. */
  public static final long UNKNOWN = -1;

  /** The value of a {@link Follower} for a connection that the client has reset. */
  public static final long GONE = -2;

  /** The value of a {@link Follower} while there is no newer table. */
  public static final long NOT_YET = -3;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SHORT_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The part of a processor that reading for followers takes, as a divisor, while it is cheap. */
  private static final int SHARE = 20;

  /** The state of a connection whose other end has closed its side. */
  private static final String CLOSE_WAIT = "08";

  private static final List<String> TABLES = List.of("tcp", "tcp6");

  /** IPv4 on an IPv6 socket, which Java shows as plain IPv4. */
  private static final String MAPPED = words(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1});

  private static final Attribute<AtomicLong> WRITTEN =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
          SendQueues.class.getName(), AtomicLong::new);

  private final Path folder;
  private final LongSupplier nanoTime;
  private @Nullable Map<String, Long> waiting;
  private Set<String> ended = Set.of();
  private final Set<String> followed = new HashSet<>();
  private long readNanos;
  private long costNanos;
  private boolean absent;

  /**
   * @param folder with {@code tcp} and {@code tcp6}
   * @param nanoTime monotonic clock, nanoseconds
   */
  SendQueues(Path folder, LongSupplier nanoTime) {
    this.folder = folder;
    this.nanoTime = nanoTime;
  }

  /** Counts bytes of one of the connection's streams that the kernel has taken. */
  public static void written(Connection<?> connection, long bytes) {
    WRITTEN.get(connection).addAndGet(bytes);
  }

  /** Bytes of all streams of a connection that the kernel has taken. */
  public static long written(Connection<?> connection) {
    return WRITTEN.get(connection).get();
  }

  /**
   * The client's acknowledgements; null if unknown. The queue of a connection becomes an absolute
   * position with the number of written bytes, which the streams of an HTTP/2 connection count
   * together. Headers of frames and TLS records are left out, as are other responses.
   */
  public static @Nullable Acknowledged acknowledged(Connection<?> connection) {
    if (!(connection instanceof NIOConnection nio)
        || !(nio.getLocalAddress() instanceof InetSocketAddress local)
        || !(nio.getPeerAddress() instanceof InetSocketAddress remote)) {
      return null;
    }
    long queued = OF_THIS_PROCESS.unacknowledged(local, remote);
    if (queued == UNKNOWN) {
      return null;
    }
    long written = WRITTEN.get(connection).get();
    int before = nio.getAsyncWriteQueue().spaceInBytes();
    return new Acknowledged(written - queued, written + Math.max(0, before));
  }

  /** Unacknowledged bytes of a connection, at most a second old. */
  synchronized long unacknowledged(InetSocketAddress local, InetSocketAddress remote) {
    refresh(INTERVAL_NANOS);
    Map<String, Long> known = waiting;
    return known == null ? UNKNOWN : known.getOrDefault(ends(local, remote), 0L);
  }

  /**
   * Follows a connection to which nothing is written meanwhile; null where that is impossible.
   *
   * @param connection to be left open until the end, as a closed one shows nothing
   */
  public static @Nullable Follower follow(Connection<?> connection) {
    return connection instanceof NIOConnection nio
            && nio.getLocalAddress() instanceof InetSocketAddress local
            && nio.getPeerAddress() instanceof InetSocketAddress remote
        ? OF_THIS_PROCESS.follow(local, remote)
        : null;
  }

  Follower follow(InetSocketAddress local, InetSocketAddress remote) {
    return new Follower(ends(local, remote));
  }

  /** Bytes that the client of one connection has yet to acknowledge, each time by a newer table. */
  public final class Follower implements AutoCloseable {
    private final String ends;
    private long fromNanos;

    private Follower(String ends) {
      this.ends = ends;
      synchronized (SendQueues.this) {
        followed.add(ends);
        fromNanos = nanoTime.getAsLong();
      }
    }

    /** Unacknowledged bytes; {@link #UNKNOWN}, {@link #GONE} or {@link #NOT_YET}. */
    public long left() {
      synchronized (SendQueues.this) {
        refresh(
            Math.min(4 * SHORT_INTERVAL_NANOS, Math.max(SHORT_INTERVAL_NANOS, SHARE * costNanos)));
        Map<String, Long> known = waiting;
        if (known == null) {
          return UNKNOWN;
        }
        if (readNanos - fromNanos < 0) {
          return NOT_YET;
        }
        fromNanos = readNanos + 1;
        return known.getOrDefault(ends, GONE);
      }
    }

    @Override
    public void close() {
      synchronized (SendQueues.this) {
        followed.remove(ends);
      }
    }
  }

  /** Whether the other end has closed its side, at most a second ago; false if unknown. */
  synchronized boolean hasEnded(InetSocketAddress local, InetSocketAddress remote) {
    refresh(INTERVAL_NANOS);
    return ended.contains(ends(local, remote));
  }

  private void refresh(long intervalNanos) {
    long now = nanoTime.getAsLong();
    if (!absent && (waiting == null || now - readNanos >= intervalNanos)) {
      waiting = read();
      readNanos = now;
      costNanos = nanoTime.getAsLong() - now;
    }
  }

  private @Nullable Map<String, Long> read() {
    Map<String, Long> queues = new HashMap<>();
    Set<String> closing = new HashSet<>();
    try {
      for (String table : TABLES) {
        read(folder.resolve(table), queues, closing);
      }
      ended = closing;
      return queues;
    } catch (IOException | RuntimeException e) {
      absent = true;
      LOG.log(
          Level.FINE, e, () -> "no send queues in " + folder + ": acknowledgements are unknown");
      return null;
    }
  }

  /** A kernel without IPv6 has no table for it. */
  private void read(Path table, Map<String, Long> queues, Set<String> closing) throws IOException {
    if (table.endsWith("tcp6") && Files.notExists(table)) {
      return;
    }
    try (BufferedReader lines = Files.newBufferedReader(table, StandardCharsets.US_ASCII)) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        // "  sl: local_address rem_address st tx_queue:rx_queue …", each end as "words:port".
        String[] fields = line.trim().split("\\s+", 6);
        long bytes = Long.parseLong(fields[4].substring(0, fields[4].indexOf(':')), 16);
        if (bytes > 0 || !followed.isEmpty()) {
          String ends = plain(fields[1]) + " " + plain(fields[2]);
          if (bytes > 0 || followed.contains(ends)) {
            queues.put(ends, bytes);
          }
        }
        if (fields[3].equals(CLOSE_WAIT)) {
          closing.add(plain(fields[1]) + " " + plain(fields[2]));
        }
      }
    }
  }

  private static String ends(InetSocketAddress local, InetSocketAddress remote) {
    return end(local) + " " + end(remote);
  }

  private static String plain(String end) {
    return end.startsWith(MAPPED) ? end.substring(MAPPED.length()) : end;
  }

  private static String end(InetSocketAddress end) {
    InetAddress address = end.getAddress();
    return words(address.getAddress()) + String.format(Locale.ROOT, ":%04X", end.getPort());
  }

  /** The kernel prints words of four bytes, each as a number in the machine's byte order. */
  private static String words(byte[] bytes) {
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    StringBuilder text = new StringBuilder();
    while (words.hasRemaining()) {
      text.append(String.format(Locale.ROOT, "%08X", words.getInt()));
    }
    return text.toString();
  }
}
