package io.sendfile.grizzly.filter;

import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.Timer;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.Writer;
import org.glassfish.grizzly.asyncqueue.WritableMessage;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpPacketParsing;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.ssl.SSLUtils;

/**
 * The orderly end of a connection whose client may still be sending (RFC 9112 section 9.6). A
 * kernel resets a connection that is closed with unread bytes, or that gets more after the close,
 * and drops its unsent bytes: the tail of the response. So the server's half ends first, and
 * received bytes are read and dropped until the client ends its half, is silent for five seconds,
 * or half a minute is over; these are the times of nginx.
 *
 * <p>No thread waits: the timer polls ten times a second, and takes a megabyte at most each time,
 * so that a fast sender is held up by its window.
 */
final class LingeringClose {
  static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  static final int SILENT_LOOKS = 50;
  static final int LOOKS = 300;
  private static final int BYTES_A_LOOK = 1 << 20;
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  /** Shared, as its content is never read. */
  private static final ByteBuffer WASTE = ByteBuffer.allocateDirect(64 * 1024);

  private final SocketChannel socket;
  private final Timer timer;
  private final Runnable close;
  private int looks;
  private int silent;

  LingeringClose(SocketChannel socket, Timer timer, Runnable close) {
    this.socket = socket;
    this.timer = timer;
    this.close = close;
  }

  /**
   * Whether the codec will close the connection at the end of the response, since more of the
   * request's body is unread than it will skip, or the end of that body is unknown.
   *
   * @param request of whose body there is more
   * @param below a context just below the sendfile filter
   */
  static boolean isDue(HttpRequestPacket request, FilterChainContext below) {
    if (request.isUpgrade()) {
      return false;
    }
    int codec = FilterChainSink.codec(below.getFilterChain(), below.getFilterIdx());
    if (codec < 0) {
      return false;
    }
    HttpServerFilter filter = (HttpServerFilter) below.getFilterChain().get(codec);
    long most = filter.getMaxPayloadRemainderToSkip();
    boolean tooMuch =
        most >= 0
            && request.getContentLength() > 0
            && ((HttpPacketParsing) request).getContentParsingState().chunkRemainder > most;
    return tooMuch || request.isContentBroken();
  }

  /**
   * Ends the server's half, then reads on for a while.
   *
   * @param connection that has been given the whole response; nobody else reads from it
   * @param timer runs each poll
   * @param close called once, at the end
   */
  static void begin(NIOConnection connection, Timer timer, Runnable close) {
    SocketChannel socket = (SocketChannel) connection.getChannel();
    LingeringClose lingering = new LingeringClose(socket, timer, close);
    try {
      writer(connection).write(connection, farewell(connection), new Half(socket));
    } finally {
      lingering.lookLater();
    }
  }

  /** Grizzly declares it with a type that any address fits. */
  @SuppressWarnings("unchecked")
  private static Writer<SocketAddress> writer(NIOConnection connection) {
    return (Writer<SocketAddress>) connection.getTransport().getWriter(connection);
  }

  /** The alert that tells a TLS client that nothing was cut off (RFC 8446 section 6.1). */
  private static Buffer farewell(Connection<?> connection) {
    SSLEngine engine = SSLUtils.getSSLEngine(connection);
    if (engine == null) {
      return Buffers.EMPTY_BUFFER;
    }
    ByteBuffer alert = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    try {
      engine.closeOutbound();
      engine.wrap(ByteBuffer.allocate(0), alert);
    } catch (SSLException e) {
      LOG.log(Level.FINE, "no close_notify", e);
    }
    return Buffers.wrap(connection.getMemoryManager(), alert.flip());
  }

  void look() {
    boolean lingers = false;
    try {
      lingers = drain() && ++looks < LOOKS && silent < SILENT_LOOKS;
    } finally {
      if (lingers) {
        lookLater();
      } else {
        close.run();
      }
    }
  }

  private void lookLater() {
    try {
      timer.after(LOOK_NANOS, this::look);
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "a connection is closed early, as the timer failed");
      close.run();
    }
  }

  /** False after the end of the client's bytes. */
  private boolean drain() {
    try {
      int all = 0;
      int read = 1;
      while (read > 0 && all < BYTES_A_LOOK) {
        read = socket.read(WASTE.duplicate());
        all += Math.max(read, 0);
      }
      silent = all > 0 ? 0 : silent + 1;
      return read >= 0;
    } catch (IOException e) {
      LOG.log(Level.FINE, "the client ended the connection after its response", e);
      return false;
    }
  }

  /** Ends the server's half once everything is written. */
  private static final class Half
      extends EmptyCompletionHandler<WriteResult<WritableMessage, SocketAddress>> {
    private final SocketChannel socket;

    Half(SocketChannel socket) {
      this.socket = socket;
    }

    @Override
    public void completed(WriteResult<WritableMessage, SocketAddress> result) {
      try {
        socket.shutdownOutput();
      } catch (IOException e) {
        LOG.log(Level.FINE, "the client was gone before the end", e);
      }
    }
  }
}
