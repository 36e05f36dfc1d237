package io.sendfile.grizzly.sockets;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * The options set on the socket of one connection; stored with the connection, so that each is set
 * once, and not for each request. Thread-safe.
 */
public final class KernelSocket {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");
  private static final Attribute<KernelSocket> OF =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(KernelSocket.class.getName());

  /**
   * Lowest rate to be paced: the bursts of slower transfers are no longer than the first bytes of
   * any connection.
   */
  private static final long LEAST_RATE = 16 << 10;

  /** Highest rate to be paced: higher ones do not fit into the option. */
  private static final long MOST_RATE = 3_000_000_000L;

  private static final int ANY_RATE = -1;

  /**
   * Most bytes of half a second at the paced rate: the size of a send buffer by Linux's defaults.
   */
  private static final long MOST_AHEAD = 4 << 20;

  private final PolledSocket socket;
  private volatile int unsentBytes;
  private @Nullable Object pacer;

  private KernelSocket(PolledSocket socket) {
    this.socket = socket;
  }

  /** The socket of a connection. */
  static KernelSocket of(PolledSocket socket) {
    NIOConnection connection = socket.connection();
    KernelSocket known = OF.get(connection);
    if (known == null) {
      known = new KernelSocket(socket);
      OF.set(connection, known);
    }
    return known;
  }

  /**
   * Bounds the bytes that wait unsent in the socket, where {@link SocketOption}s are available. One
   * call may exceed the bound by a segment of the kernel, 64 KiB.
   *
   * @param bytes the bound; 0 = the system's
   */
  public synchronized void boundUnsent(int bytes) {
    if (bytes != unsentBytes && SocketOption.areAvailable()) {
      unsentBytes = bytes;
      SocketOption.UNSENT_BYTES.set(socket, bytes);
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
        || !SocketOption.PACING_RATE.set(socket, (int) (bytesPerSecond + bytesPerSecond / 8))) {
      return false;
    }
    pacer = transfer;
    int ahead = (int) Math.min(bytesPerSecond / 2, MOST_AHEAD);
    if (unsentBytes > 0) {
      boundUnsent(Math.max(unsentBytes, ahead));
    }
    makeRoom(ahead);
    return true;
  }

  /**
   * Enlarges the send buffer, which otherwise grows with the bytes in flight, few at a low rate.
   */
  private void makeRoom(int bytes) {
    SocketChannel channel = socket.channel();
    try {
      if (channel.getOption(StandardSocketOptions.SO_SNDBUF) < bytes
          && SocketOption.BUFFER_LOCK.set(socket, 0)) {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, bytes);
        SocketOption.BUFFER_LOCK.set(socket, 0);
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, "the send buffer keeps its size", e);
    }
  }

  /** Ends the pacing for a transfer, unless another one has begun since; also when it is closed. */
  public synchronized void unpace(Object transfer) {
    if (pacer == transfer) {
      pacer = null;
      SocketOption.PACING_RATE.set(socket, ANY_RATE);
    }
  }

  /**
   * Least room of a socket that is writable: the kernel calls it so when less than half of the
   * bound is unsent.
   *
   * @param bySize room by the size of the send buffer
   */
  int room(int bySize) {
    int bound = unsentBytes;
    return bound == 0 ? bySize : Math.min(bySize, bound / 2);
  }
}
