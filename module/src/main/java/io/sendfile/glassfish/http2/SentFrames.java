package io.sendfile.glassfish.http2;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainContext.TransportContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http2.Http2Session;

/**
 * Looks at the frames that Grizzly sends. Counts the body bytes of each HTTP/2 download that the
 * kernel has taken, by the DATA frames that pass (RFC 9113 section 6.1). Now and then Grizzly never
 * reports the end of a write that windows cut into parts, and the download would end as stalled;
 * one of two known paths is that it counts the parts from several threads without a lock. Adds the
 * {@link PrioritySetting} to its settings, and leaves room for streams that have just ended.
 * Stateless; shared by connections.
 */
// Grizzly declares its handlers with the raw type.
@SuppressWarnings("rawtypes")
public final class SentFrames extends BaseFilter {
  /** Sees the body bytes of one stream leave. Called from any thread. */
  public interface Watcher {
    /** So many have left the queue that waits for the window of the connection. */
    void passed(int bytes);

    /** The kernel has taken so many of those. */
    void sent(int bytes);
  }

  private static final Attribute<Map<Integer, Watcher>> WATCHED =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
          SentFrames.class.getName(), ConcurrentHashMap::new);

  private static final int HEADER_BYTES = 9;
  private static final int TYPE = 3;
  private static final int STREAM = 5;
  private static final byte DATA = 0;

  /** From now on somebody is told of the stream's bytes. */
  static void watch(Connection<?> connection, int stream, Watcher watcher) {
    WATCHED.get(connection).put(stream, watcher);
  }

  /** Removes the receiver. */
  static void forget(Connection<?> connection, int stream) {
    WATCHED.get(connection).remove(stream);
  }

  /** Streams of a connection that somebody watches. */
  public static int watched(Connection<?> connection) {
    return WATCHED.get(connection).size();
  }

  @Override
  public NextAction handleWrite(FilterChainContext context) {
    if (context.getMessage() instanceof Buffer frames) {
      Http2Session session = Http2Session.get(context.getConnection());
      if (session != null && PrioritySetting.belongsInto(frames)) {
        context.setMessage(PrioritySetting.appended(frames, context.getMemoryManager()));
        leaveRoomForEndedStreams(session);
      }
      count(frames, context);
    }
    return context.getInvokeAction();
  }

  /**
   * Lets the client have twice the streams that its settings say. It opens the next one as soon as
   * it has read the end of another, perhaps before Grizzly's thread has counted that end; and one
   * too many ends the connection.
   */
  private static void leaveRoomForEndedStreams(Http2Session session) {
    long told = session.getLocalMaxConcurrentStreams();
    session.setLocalMaxConcurrentStreams((int) Math.min(2 * told, Integer.MAX_VALUE));
  }

  @SuppressWarnings("unchecked")
  private static void count(Buffer frames, FilterChainContext context) {
    TransportContext transport = context.getTransportContext();
    if (transport.getCompletionHandler() != null) {
      Map<Integer, Watcher> watched = WATCHED.peek(context.getConnection());
      if (watched != null && !watched.isEmpty()) {
        transport.setCompletionHandler(counting(frames, watched, transport.getCompletionHandler()));
      }
    }
  }

  /** Goes through whole frames, and wraps the handler of each one with a body. */
  public static CompletionHandler<WriteResult> counting(
      Buffer frames, Map<Integer, Watcher> watched, CompletionHandler<WriteResult> handler) {
    CompletionHandler<WriteResult> all = handler;
    int at = frames.position();
    while (at + HEADER_BYTES <= frames.limit()) {
      int length = frames.getInt(at) >>> 8;
      Watcher watcher = watched.get(frames.getInt(at + STREAM));
      if (frames.get(at + TYPE) == DATA && watcher != null && length > 0) {
        watcher.passed(length);
        all = new Counting(all, watcher, length);
      }
      at += HEADER_BYTES + length;
    }
    return all;
  }

  private static final class Counting extends EmptyCompletionHandler<WriteResult> {
    private final CompletionHandler<WriteResult> handler;
    private final Watcher watcher;
    private final int bytes;

    Counting(CompletionHandler<WriteResult> handler, Watcher watcher, int bytes) {
      this.handler = handler;
      this.watcher = watcher;
      this.bytes = bytes;
    }

    @Override
    public void completed(WriteResult result) {
      handler.completed(result);
      watcher.sent(bytes);
    }

    @Override
    public void updated(WriteResult result) {
      handler.updated(result);
    }

    @Override
    public void cancelled() {
      handler.cancelled();
    }

    @Override
    public void failed(Throwable problem) {
      handler.failed(problem);
    }
  }
}
