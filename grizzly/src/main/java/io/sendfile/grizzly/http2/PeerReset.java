package io.sendfile.grizzly.http2;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.http2.Http2Stream;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Aborts a response so that no client takes it for a complete one: resets the connection (RFC 9112
 * section 8), in HTTP/2 only the stream (RFC 9113 section 6.4).
 */
public final class PeerReset {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");
  private static final int RST_STREAM = 3;
  private static final int INTERNAL_ERROR = 2;

  private static final Attribute<Boolean> GIVEN_UP =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(PeerReset.class.getName());

  private PeerReset() {}

  /**
   * Resets a connection, or only its stream.
   *
   * @param closeable either of them
   */
  public static void reset(Closeable closeable, Connection<?> connection) {
    if (!closeable.isOpen()) {
      return;
    }
    if (closeable instanceof NIOConnection nio) {
      resetConnection(nio);
    } else if (closeable instanceof Http2Stream stream) {
      resetStream(stream, connection);
    } else {
      closeable.terminateSilently();
    }
  }

  /**
   * Resets a connection with all streams, because it holds bytes of ended streams that its client
   * does not take.
   */
  public static void giveUp(Connection<?> connection) {
    GIVEN_UP.set(connection, true);
    reset(connection, connection);
  }

  /** Whether a connection was closed by {@link #giveUp}. */
  public static boolean isGivenUp(Connection<?> connection) {
    return GIVEN_UP.isSet(connection);
  }

  /**
   * Whether a connection or stream was closed. When a client resets a stream Grizzly calls no close
   * listener and completes no close future, but it calls a new listener at once.
   */
  public static boolean isClosed(Closeable closeable) {
    AtomicBoolean closed = new AtomicBoolean();
    CloseListener<Closeable, CloseType> listener = (unused, type) -> closed.set(true);
    closeable.addCloseListener(listener);
    closeable.removeCloseListener(listener);
    return closed.get();
  }

  private static void resetConnection(NIOConnection connection) {
    if (connection.getChannel() instanceof SocketChannel socket) {
      try {
        // Linger 0 makes close send RST and drop what the kernel still holds.
        socket.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException e) {
        LOG.log(Level.FINE, "the connection was closed already", e);
      }
    }
    connection.terminateSilently();
  }

  private static void resetStream(Http2Stream stream, Connection<?> connection) {
    if (isClosed(stream)) {
      // The client has reset it, which must not be answered (section 5.4.2).
      return;
    }
    stream.terminateSilently();
    if (connection.isOpen()) {
      Http2Frames.send(connection, RST_STREAM, stream.getId(), INTERNAL_ERROR);
    }
  }
}
