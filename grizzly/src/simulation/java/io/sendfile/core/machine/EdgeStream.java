package io.sendfile.core.machine;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** A stream with Grizzly's window, and a queue of its own that waits for it. */
@SuppressWarnings({"rawtypes", "unchecked"})
final class EdgeStream extends Http2Stream {
  static final HttpRequestPacket GET =
      HttpRequestPacket.builder()
          .method("GET")
          .uri("/")
          .protocol(Protocol.HTTP_2_0)
          .host("localhost")
          .build();

  private final World world;
  private final EdgeConnection connection;
  private final List<CloseListener> listeners = new ArrayList<>();
  private final Deque<Piece> queue = new ArrayDeque<>();
  private final AtomicInteger window;
  private int credit;
  private boolean open = true;

  /** Whether the client withholds its window. */
  private boolean withheld;

  private record Piece(ByteBuffer bytes, CompletionHandler handler) {}

  /** A frame that has left the queue. */
  record Frame(Buffer buffer, int bytes, CompletionHandler handler) {}

  EdgeStream(World world, EdgeConnection connection, int id, int window) {
    super(connection.session(), GET, id, 0, false, 0);
    this.world = world;
    this.connection = connection;
    this.window = grizzlysWindow();
    this.window.set(window);
    connection.streams().add(this);
  }

  private AtomicInteger grizzlysWindow() {
    try {
      Field sink = Http2Stream.class.getDeclaredField("outputSink");
      sink.setAccessible(true);
      Field available = sink.get(this).getClass().getDeclaredField("availStreamWindowSize");
      available.setAccessible(true);
      return (AtomicInteger) available.get(sink.get(this));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  EdgeConnection connection() {
    return connection;
  }

  void write(ByteBuffer bytes, CompletionHandler handler) {
    queue.add(new Piece(bytes, handler));
  }

  boolean hasQueue() {
    return !queue.isEmpty();
  }

  boolean isShut() {
    return window.get() <= 0;
  }

  /** The next frame of at most that many bytes; null while there is none, or no window. */
  @Nullable Frame next(int most) {
    Piece first = queue.peek();
    int bytes =
        first == null ? 0 : Math.min(Math.min(most, window.get()), first.bytes().remaining());
    if (first == null || bytes <= 0) {
      return null;
    }
    ByteBuffer part = first.bytes().slice().limit(bytes);
    first.bytes().position(first.bytes().position() + bytes);
    window.addAndGet(-bytes);
    CompletionHandler handler = new EmptyCompletionHandler<WriteResult>() {};
    if (!first.bytes().hasRemaining()) {
      queue.remove();
      // It forgets some of the writes that were split.
      handler = world.oneIn(6) ? handler : first.handler();
    }
    return new Frame(EdgeClient.frame(EdgeClient.DATA, getId(), part), bytes, handler);
  }

  /** The client has read some bytes, and opens the window again, unless it withholds that. */
  void read(int bytes) {
    credit += bytes;
    if (!withheld && credit > 0) {
      grant(credit);
      credit = 0;
    }
  }

  /** The client opens its window by so many bytes more. */
  void grant(int bytes) {
    window.addAndGet(bytes);
    connection.pump();
  }

  void withhold(boolean newWithheld) {
    withheld = newWithheld;
    read(0);
  }

  /** The client resets it, or its connection has gone: Grizzly tells only those who ask later. */
  void gone() {
    world.note(() -> this + " is gone");
    open = false;
    while (!queue.isEmpty()) {
      queue.remove().handler().failed(new ClosedChannelException());
    }
  }

  static void tell(CloseListener listener, Closeable closed, boolean byUs) {
    try {
      listener.onClosed(closed, byUs ? CloseType.LOCALLY : CloseType.REMOTELY);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void terminateSilently() {
    if (open) {
      gone();
      for (CloseListener listener : List.copyOf(listeners)) {
        tell(listener, this, true);
      }
    }
  }

  @Override
  public void addCloseListener(CloseListener listener) {
    if (open) {
      listeners.add(listener);
    } else {
      tell(listener, this, false);
    }
  }

  @Override
  public boolean removeCloseListener(CloseListener listener) {
    return listeners.remove(listener);
  }

  @Override
  public String toString() {
    return connection + "/" + getId();
  }
}
