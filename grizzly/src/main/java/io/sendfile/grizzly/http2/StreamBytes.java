package io.sendfile.grizzly.http2;

import io.sendfile.grizzly.sockets.SendQueues;
import java.util.function.Consumer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.http2.Http2Session;
import org.glassfish.grizzly.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * The body bytes of one HTTP/2 stream on their way through its own queue, the queue that waits for
 * the window of the connection, and the queue that waits for the socket. The first goes with the
 * stream; the other two stay. Thread-safe.
 */
public final class StreamBytes implements SentFrames.Watcher {
  private final Connection<?> connection;
  private final Http2Stream stream;
  private final Consumer<Object> whenSent;
  private @Nullable Object newest;
  private long handedOn;
  private long passed;
  private long sent;
  private boolean windowWasOpen;

  /**
   * @param whenSent called for each write once the kernel has taken its bytes, and all bytes before
   *     them
   */
  public StreamBytes(Connection<?> connection, Http2Stream stream, Consumer<Object> whenSent) {
    this.connection = connection;
    this.stream = stream;
    this.whenSent = whenSent;
  }

  /** A write hands bytes to the stream. */
  public void handOn(Object write, int bytes) {
    boolean first;
    synchronized (this) {
      first = handedOn == 0;
      handedOn += bytes;
      newest = write;
    }
    if (first) {
      SentFrames.watch(connection, stream.getId(), this);
    }
  }

  @Override
  public synchronized void passed(int bytes) {
    passed += bytes;
  }

  @Override
  public void sent(int bytes) {
    Object write;
    synchronized (this) {
      sent += bytes;
      write = sent >= handedOn ? newest : null;
    }
    SendQueues.written(connection, bytes);
    if (write != null) {
      whenSent.accept(write);
    }
  }

  /**
   * Whether bytes of the ended stream still wait for the client. Grizzly does not report how many
   * were dropped with the stream; but once the window of the connection has been open, none waits
   * for it. The first check is ignored, as a frame may be passing at that moment.
   */
  public synchronized boolean linger() {
    boolean gone = sent >= handedOn || (windowWasOpen && sent == passed);
    windowWasOpen |= windowIsOpen();
    return !gone;
  }

  /** Whether bytes wait for the window of this stream, while that of the connection is open. */
  public boolean waitsForItsWindow() {
    return StreamWindows.isShut(stream) && windowIsOpen();
  }

  private boolean windowIsOpen() {
    Http2Session session = Http2Session.get(connection);
    return session == null || session.getAvailablePeerConnectionWindowSize() > 0;
  }

  /** Ends the watch over the stream's frames. */
  public void forget() {
    SentFrames.forget(connection, stream.getId());
  }
}
