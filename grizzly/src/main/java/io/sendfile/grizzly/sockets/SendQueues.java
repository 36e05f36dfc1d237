package io.sendfile.grizzly.sockets;

import io.sendfile.core.transfer.Acknowledged;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * The acknowledgements of clients, by the kernel's send queues on Linux (proc(5), {@code
 * /proc/net/tcp}): bytes of each connection that were written and not yet acknowledged; whether its
 * client has no room for more, or has closed its side. Read on demand, and at most once a second,
 * since reading takes some milliseconds with thousands of connections; more often for a {@link
 * Follower}. Unknown on other systems, which report room in a send buffer soon enough. Thread-safe.
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
  private static final int CLOSE_WAIT = 8;

  /** The timer that runs while the window of the other end has no room for the next bytes. */
  private static final int WINDOW_PROBE = 4;

  private static final List<String> TABLES = List.of("tcp", "tcp6");

  private static final int BUFFER = 16 << 10;

  private static final ConnectionAttribute<AtomicLong> WRITTEN =
      new ConnectionAttribute<>(SendQueues.class, AtomicLong::new);

  private final Path folder;
  private final LongSupplier nanoTime;
  private final byte[] buffer = new byte[BUFFER];
  private @Nullable Map<Ends, Queue> queues;
  private final Set<Ends> followed = new HashSet<>();
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
    Queue queue = OF_THIS_PROCESS.of(local, remote);
    if (queue == null) {
      return null;
    }
    long written = WRITTEN.get(connection).get();
    int before = nio.getAsyncWriteQueue().spaceInBytes();
    return new Acknowledged(
        written - queue.bytes(), written + Math.max(0, before), queue.windowClosed());
  }

  /** The queue of a connection, at most a second old; null if unknown. */
  synchronized @Nullable Queue of(InetSocketAddress local, InetSocketAddress remote) {
    refresh(INTERVAL_NANOS);
    Map<Ends, Queue> known = queues;
    return known == null ? null : known.getOrDefault(Ends.of(local, remote), Queue.EMPTY);
  }

  /**
   * A row of the table.
   *
   * @param bytes without an acknowledgement
   * @param windowClosed whether the client has no room for more
   * @param ended whether the client has closed its side
   */
  record Queue(long bytes, boolean windowClosed, boolean ended) {
    private static final Queue EMPTY = new Queue(0, false, false);
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
    return new Follower(Ends.of(local, remote));
  }

  /** Bytes that the client of one connection has yet to acknowledge, each time by a newer table. */
  public final class Follower implements AutoCloseable {
    private final Ends ends;
    private long fromNanos;
    private boolean windowClosed;

    private Follower(Ends ends) {
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
        Map<Ends, Queue> known = queues;
        if (known == null) {
          return UNKNOWN;
        }
        if (readNanos - fromNanos < 0) {
          return NOT_YET;
        }
        fromNanos = readNanos + 1;
        Queue queue = known.get(ends);
        windowClosed = queue != null && queue.windowClosed();
        return queue == null ? GONE : queue.bytes();
      }
    }

    /** Whether the client had no room for more, by the table of the last known bytes. */
    public boolean windowClosed() {
      synchronized (SendQueues.this) {
        return windowClosed;
      }
    }

    @Override
    public void close() {
      synchronized (SendQueues.this) {
        followed.remove(ends);
      }
    }
  }

  private void refresh(long intervalNanos) {
    long now = nanoTime.getAsLong();
    if (!absent && (queues == null || now - readNanos >= intervalNanos)) {
      queues = read();
      readNanos = now;
      costNanos = nanoTime.getAsLong() - now;
    }
  }

  private @Nullable Map<Ends, Queue> read() {
    Map<Ends, Queue> read = new HashMap<>();
    try {
      for (String name : TABLES) {
        Path table = folder.resolve(name);
        // A kernel without IPv6 has no table for it.
        if (name.equals("tcp") || Files.exists(table)) {
          read(table, read);
        }
      }
      return read;
    } catch (IOException | RuntimeException e) {
      absent = true;
      LOG.log(
          Level.FINE, e, () -> "no send queues in " + folder + ": acknowledgements are unknown");
      return null;
    }
  }

  private void read(Path file, Map<Ends, Queue> read) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      Table table = new Table(in, buffer);
      while (table.nextRow()) {
        boolean told = table.queued > 0 || table.state == CLOSE_WAIT;
        if (told || !followed.isEmpty()) {
          Ends ends = table.ends();
          if (told || followed.contains(ends)) {
            read.put(
                ends,
                new Queue(table.queued, table.timer == WINDOW_PROBE, table.state == CLOSE_WAIT));
          }
        }
      }
    }
  }

  /** Both ends of a connection; IPv4 addresses as IPv6 maps them, as both kinds of sockets do. */
  private record Ends(
      long localHigh, long localLow, long remoteHigh, long remoteLow, long localPort, long port) {
    private static final long MAPPED = 0xFFFFL << 32;

    static Ends of(InetSocketAddress local, InetSocketAddress remote) {
      ByteBuffer own = address(local);
      ByteBuffer other = address(remote);
      return new Ends(
          own.getLong(0),
          own.getLong(8),
          other.getLong(0),
          other.getLong(8),
          local.getPort(),
          remote.getPort());
    }

    private static ByteBuffer address(InetSocketAddress end) {
      ByteBuffer bytes = ByteBuffer.wrap(end.getAddress().getAddress());
      return bytes.capacity() > 4
          ? bytes
          : ByteBuffer.allocate(16).putLong(8, MAPPED | (bytes.getInt() & 0xFFFFFFFFL));
    }
  }

  /**
   * A table of the kernel, read without making text of it: "sl: local_address rem_address st
   * tx_queue:rx_queue tr:…", each end as "words:port", all in hexadecimal digits. A word is four
   * bytes of the address, as a number in the machine's byte order; tr is a timer.
   */
  private static final class Table {
    private final InputStream in;
    private final byte[] buffer;
    private int at;
    private int end;
    private int last;

    private long localHigh;
    private long localLow;
    private long localPort;
    private long high;
    private long low;
    private long port;
    private long state;
    private long queued;
    private long timer;

    Table(InputStream in, byte[] buffer) throws IOException {
      this.in = in;
      this.buffer = buffer;
      skipLine();
    }

    /**
     * Reads the next row.
     *
     * @return false at the end
     * @throws IOException also if it is no row of such a table
     */
    boolean nextRow() throws IOException {
      do {
        next();
      } while (last == ' ');
      if (last < 0) {
        return false;
      }
      while (last != ':') {
        next();
        if (last < ' ') {
          throw malformed();
        }
      }
      next();
      address();
      localHigh = high;
      localLow = low;
      localPort = port;
      address();
      state = number(2);
      queued = number(8);
      if (last != ':') {
        throw malformed();
      }
      next();
      number(8);
      timer = number(2);
      skipLine();
      return true;
    }

    Ends ends() {
      return new Ends(localHigh, localLow, high, low, localPort, port);
    }

    private void address() throws IOException {
      long first = word();
      if (last == ':') {
        high = 0;
        low = Ends.MAPPED | first;
      } else {
        high = first << 32 | word();
        long third = word();
        low = third << 32 | word();
      }
      if (last != ':') {
        throw malformed();
      }
      next();
      port = number(4);
    }

    /** Eight digits, in the order of the network. */
    private long word() throws IOException {
      int word = (int) number(8);
      boolean swapped = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
      return (swapped ? Integer.reverseBytes(word) : word) & 0xFFFFFFFFL;
    }

    /** After blanks, at least one digit; the byte behind the number is read as well. */
    private long number(int mostDigits) throws IOException {
      while (last == ' ') {
        next();
      }
      long number = 0;
      int digits = 0;
      for (int digit = digit(); digit >= 0 && digits < mostDigits; digit = digit()) {
        number = number << 4 | digit;
        digits++;
        next();
      }
      if (digits == 0) {
        throw malformed();
      }
      return number;
    }

    private int digit() {
      if (last >= '0' && last <= '9') {
        return last - '0';
      }
      return last >= 'A' && last <= 'F' ? last - 'A' + 10 : -1;
    }

    private void skipLine() throws IOException {
      while (last != '\n' && last >= 0) {
        next();
      }
      last = 0;
    }

    private void next() throws IOException {
      if (at == end) {
        end = Math.max(0, in.read(buffer));
        at = 0;
        if (end == 0) {
          last = -1;
          return;
        }
      }
      last = buffer[at++];
    }

    private static IOException malformed() {
      return new IOException("no table of connections");
    }
  }
}
