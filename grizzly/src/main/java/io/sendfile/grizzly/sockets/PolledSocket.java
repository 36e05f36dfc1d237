package io.sendfile.grizzly.sockets;

import io.sendfile.grizzly.sockets.SpareSelectors.RegisteredCall;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * The socket of a connection, with the poller for its writability, and with the options that are
 * set on it: stored with the connection, so that each is set once, and not for each request. For
 * one transfer at a time, but for the options of a connection of HTTP/2. Thread-safe.
 */
public final class PolledSocket {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");
  private static final Attribute<PolledSocket> OF =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(PolledSocket.class.getName());

  /**
   * Lowest rate to be paced: the bursts of slower transfers are no longer than the first bytes of
   * any connection.
   */
  private static final long LEAST_RATE = 16 << 10;

  /** Highest rate to be paced: higher ones do not fit into the option. */
  private static final long MOST_RATE = 3_000_000_000L;

  private static final int ANY_RATE = -1;

  /** Most unsent bytes for a client whose rate is not known. */
  public static final int FIRST_BOUND = UnsentBound.FIRST;

  /**
   * Most bytes of half a second at the paced rate: the size of a send buffer by Linux's defaults.
   */
  private static final long MOST_AHEAD = 4 << 20;

  private final NIOConnection connection;
  private final WritePoller poller;
  private volatile int unsentBytes;

  /** The client's rate, if the bound follows it; of the present download or of an earlier one. */
  private @Nullable UnsentBound byRate;

  /** Its part of the budget for such bounds; 0 for none. */
  private int budgeted;

  /** Whether this download has waited for it. */
  private boolean hasBeenFull;

  private @Nullable Object pacer;

  private PolledSocket(NIOConnection connection, WritePoller poller) {
    this.connection = connection;
    this.poller = poller;
  }

  /**
   * The socket of a connection.
   *
   * @param connection on a socket
   */
  public static PolledSocket of(NIOConnection connection, WritePoller poller) {
    PolledSocket known = OF.get(connection);
    if (known == null || known.poller != poller) {
      known = new PolledSocket(connection, poller);
      OF.set(connection, known);
    }
    return known;
  }

  /** The socket itself. */
  public SocketChannel channel() {
    return (SocketChannel) connection.getChannel();
  }

  /**
   * Whether the client has closed its side, or reset the connection, which a server that neither
   * reads nor writes is not told. A few system calls; the kernel's table at most once a second.
   */
  public boolean hasEnded() {
    try {
      SocketChannel channel = channel();
      boolean readable =
          poller
              .selectors()
              .registered(channel, SelectionKey.OP_READ, key -> key.selector().selectNow() > 0);
      // With TLS, the last bytes of the client are there to be read before the end.
      return readable
          && (channel.socket().getInputStream().available() == 0 || isHalfClosed(channel));
    } catch (IOException e) {
      return true;
    }
  }

  private static boolean isHalfClosed(SocketChannel channel) throws IOException {
    if (!(channel.getLocalAddress() instanceof InetSocketAddress local)
        || !(channel.getRemoteAddress() instanceof InetSocketAddress remote)) {
      return false;
    }
    SendQueues.Queue queue = SendQueues.OF_THIS_PROCESS.of(local, remote);
    return queue != null && queue.ended();
  }

  /**
   * Runs {@code wakeUp} once, as soon as it is writable or broken, unless released.
   *
   * @param taken bytes of this download that the kernel has taken
   */
  public void await(Runnable wakeUp, long taken) {
    SelectionKey made = poller.await(channel(), wakeUp, isFull(taken));
    if (made != null) {
      CloseListener<Closeable, CloseType> forget = (closed, type) -> poller.forget(made);
      connection.addCloseListener(forget);
    }
  }

  /**
   * While the kernel paces the bytes, the bound follows that rate.
   *
   * @return whether it is full for the first time in this download
   */
  private synchronized boolean isFull(long taken) {
    boolean first = !hasBeenFull;
    hasBeenFull = true;
    UnsentBound of = byRate;
    if (of != null && budgeted > 0 && pacer == null) {
      int wanted = of.full(poller.nanoTime(), taken);
      if (wanted != of.bound() || UnsentBudget.OF_THIS_PROCESS.isExceeded()) {
        budget(of, wanted);
      }
    }
    return first;
  }

  private void budget(UnsentBound of, int wanted) {
    budgeted = UnsentBudget.OF_THIS_PROCESS.change(budgeted, wanted);
    of.bounded(budgeted);
    setUnsent(budgeted);
  }

  /** Drops the pending wake-up, at the end of a download. */
  public void release() {
    poller.release(channel());
    downloadEnded();
  }

  private synchronized void downloadEnded() {
    hasBeenFull = false;
    if (budgeted > 0) {
      budgeted = UnsentBudget.OF_THIS_PROCESS.change(budgeted, 0);
    }
  }

  /** Makes a call while it is registered with a selector: its descriptor stays its own. */
  <T> T registered(RegisteredCall<T> call) throws IOException {
    return poller.selectors().registered(channel(), 0, call);
  }

  /**
   * Like {@link FileChannel#transferTo}, into this socket.
   *
   * @throws java.nio.channels.ClosedChannelException if it is closed already
   */
  public long transfer(FileChannel file, long position, long count) throws IOException {
    return poller.selectors().transfer(file, position, count, channel());
  }

  /**
   * Bounds the bytes that wait unsent in the socket, where {@link SocketOption}s are available. One
   * call may exceed the bound by a segment of the kernel, 64 KiB.
   *
   * @param bytes the bound; 0 = the system's
   */
  public synchronized void boundUnsent(int bytes) {
    byRate = null;
    setUnsent(bytes);
  }

  /**
   * Has the bound follow the rate of the client until the download ends, within what the kernel has
   * for all such sockets.
   */
  public synchronized void boundUnsentByRate() {
    if (SocketOption.areAvailable()) {
      UnsentBound of = byRate == null ? new UnsentBound() : byRate;
      byRate = of;
      of.begin();
      budget(of, of.bound());
    }
  }

  private void setUnsent(int bytes) {
    if (bytes != unsentBytes && SocketOption.areAvailable()) {
      unsentBytes = bytes;
      set(SocketOption.UNSENT_BYTES, bytes);
    }
  }

  private boolean set(SocketOption option, int value) {
    try {
      return registered(key -> option.set(key, value));
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> option + " could not be set");
      return false;
    }
  }

  /**
   * Makes the kernel pace the bytes of a transfer, at an eighth above the transfer's rate. The
   * transfer keeps its rate itself; the margin covers other bytes that the kernel counts, such as
   * headers and TLS records, and lets a late turn catch up.
   *
   * @param transfer may end the pacing by {@link #unpace}
   * @param bytesPerSecond its rate
   * @return false if the kernel cannot pace it
   */
  public synchronized boolean pace(Object transfer, long bytesPerSecond) {
    if (bytesPerSecond < LEAST_RATE
        || bytesPerSecond > MOST_RATE
        || !set(SocketOption.PACING_RATE, (int) (bytesPerSecond + bytesPerSecond / 8))) {
      return false;
    }
    pacer = transfer;
    int ahead = (int) Math.min(bytesPerSecond / 2, MOST_AHEAD);
    if (unsentBytes > 0) {
      setUnsent(Math.max(unsentBytes, ahead));
    }
    makeRoom(ahead);
    return true;
  }

  /**
   * Enlarges the send buffer, which otherwise grows with the bytes in flight, few at a low rate.
   */
  private void makeRoom(int bytes) {
    SocketChannel channel = channel();
    try {
      if (channel.getOption(StandardSocketOptions.SO_SNDBUF) < bytes
          && set(SocketOption.BUFFER_LOCK, 0)) {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, bytes);
        set(SocketOption.BUFFER_LOCK, 0);
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, "the send buffer keeps its size", e);
    }
  }

  /** Ends the pacing for a transfer, unless another one has begun since; also when it is closed. */
  public synchronized void unpace(Object transfer) {
    if (pacer == transfer) {
      pacer = null;
      set(SocketOption.PACING_RATE, ANY_RATE);
    }
  }

  /** The kernel's room for the body of one transfer. */
  public Room room() {
    return new Room();
  }

  /**
   * The kernel's room for one HTTP/1.1 body: bytes without room are neither read from the file nor
   * encrypted, as they would wait in the heap for the client. The kernel is asked again only when
   * the room is used up. For one sending thread at a time.
   */
  public final class Room {
    /** Offered to any writable socket, however small its send buffer is, bytes. */
    private static final int LEAST = 4096;

    private int bytes;

    private Room() {}

    /**
     * Bytes that may be written now.
     *
     * @param wanted at least 1
     * @return at most that many; 0 if the socket has to become writable first
     * @throws IOException if it is closed
     */
    public int grant(int wanted) throws IOException {
      if (bytes < wanted) {
        if (!poller.selectors().writable(channel())) {
          return 0;
        }
        bytes = Math.max(LEAST, ofWritable());
      }
      return Math.min(wanted, bytes);
    }

    /**
     * Linux reports a socket as writable when a third of its send buffer is free, or less than half
     * of the bound is unsent. It reports half of the buffer's size to Java; the other half is for
     * its data about each packet.
     */
    private int ofWritable() throws IOException {
      int bySize = channel().getOption(StandardSocketOptions.SO_SNDBUF) / 3;
      int bound = unsentBytes;
      return bound == 0 ? bySize : Math.min(bySize, bound / 2);
    }

    /**
     * Uses up room.
     *
     * @param taken whether the kernel has all of the bytes
     */
    public void used(int count, boolean taken) {
      bytes = taken ? bytes - count : 0;
    }
  }
}
