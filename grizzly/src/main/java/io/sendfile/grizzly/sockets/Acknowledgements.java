package io.sendfile.grizzly.sockets;

import io.sendfile.core.transfer.TransferSink.Acknowledged;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the acknowledgements of clients. The send queue of a connection becomes an absolute
 * position with the number of written bytes, which the streams of an HTTP/2 connection count
 * together. Headers of frames and TLS records are left out, as are other responses.
 */
public final class Acknowledgements {
  private static final Attribute<AtomicLong> WRITTEN =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
          Acknowledgements.class.getName(), AtomicLong::new);

  private Acknowledgements() {}

  /** Counts bytes of one of the connection's streams that the kernel has taken. */
  public static void written(Connection<?> connection, long bytes) {
    WRITTEN.get(connection).addAndGet(bytes);
  }

  /** Bytes of all streams of a connection that the kernel has taken. */
  public static long written(Connection<?> connection) {
    return WRITTEN.get(connection).get();
  }

  /** The client's acknowledgements; null if unknown. */
  public static @Nullable Acknowledged of(Connection<?> connection) {
    if (!(connection instanceof NIOConnection nio)
        || !(nio.getLocalAddress() instanceof InetSocketAddress local)
        || !(nio.getPeerAddress() instanceof InetSocketAddress remote)) {
      return null;
    }
    long queued = SendQueues.OF_THIS_PROCESS.unacknowledged(local, remote);
    if (queued == SendQueues.UNKNOWN) {
      return null;
    }
    long written = WRITTEN.get(connection).get();
    int before = nio.getAsyncWriteQueue().spaceInBytes();
    return new Acknowledged(written - queued, written + Math.max(0, before));
  }
}
