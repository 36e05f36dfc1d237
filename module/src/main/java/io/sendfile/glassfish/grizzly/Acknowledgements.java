package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.transfer.Acknowledged;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * How far clients have acknowledged. What stands in the send queue of a connection is an absolute
 * position once it is known what was written; over HTTP/2 the streams of a connection count that
 * together. Heads of frames and TLS records are left out, as are answers of others.
 */
final class Acknowledgements {
  private static final Attribute<AtomicLong> WRITTEN =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
          Acknowledgements.class.getName(), AtomicLong::new);

  private Acknowledgements() {}

  /** The kernel has taken bytes of one of the streams of a connection. */
  static void written(Connection<?> connection, long bytes) {
    WRITTEN.get(connection).addAndGet(bytes);
  }

  /** Bytes of all streams of a connection that the kernel has taken. */
  static long written(Connection<?> connection) {
    return WRITTEN.get(connection).get();
  }

  /** What the client has acknowledged; null if nobody knows. */
  static @Nullable Acknowledged of(Connection<?> connection) {
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
