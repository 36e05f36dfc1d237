package io.sendfile.grizzly.http2;

import io.sendfile.grizzly.sockets.ConnectionAttribute;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainContext.TransportContext;
import org.glassfish.grizzly.http2.Http2Session;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;

/**
 * Observes the frames that Grizzly sends. Counts the body bytes of each HTTP/2 download that the
 * kernel has taken, by the DATA frames that pass (RFC 9113 section 6.1): Grizzly sometimes never
 * reports the end of a write that was split by windows, for example because it counts the parts
 * from several threads without a lock, and the download would end as stalled. Adds the {@link
 * PrioritySetting} to Grizzly's settings, and leaves room for streams that have just ended.
 */
// Grizzly declares its handlers with the raw type.
@SuppressWarnings("rawtypes")
public final class SentFrames {
  /** Observes the body bytes of one stream. Called from any thread. */
  public interface Watcher {
    /** This number of bytes has left the queue that waits for the window of the connection. */
    void passed(int bytes);

    /** The kernel has taken this number of those bytes. */
    void sent(int bytes);
  }

  private static final ConnectionAttribute<Map<Integer, Watcher>> WATCHED =
      new ConnectionAttribute<>(SentFrames.class, ConcurrentHashMap::new);

  private static final byte DATA = 0;

  private SentFrames() {}

  /** Adds the watcher of a stream. */
  static void watch(Connection<?> connection, int stream, Watcher watcher) {
    WATCHED.get(connection).put(stream, watcher);
  }

  /** Removes the watcher of a stream. */
  static void forget(Connection<?> connection, int stream) {
    WATCHED.get(connection).remove(stream);
  }

  /** Number of watched streams of a connection. */
  public static int watched(Connection<?> connection) {
    return WATCHED.get(connection).size();
  }

  /** Grizzly writes these bytes to a connection. */
  public static void pass(Buffer frames, FilterChainContext context) {
    Http2Session session = Http2Session.get(context.getConnection());
    if (session != null && PrioritySetting.belongsInto(frames)) {
      context.setMessage(PrioritySetting.appended(frames, context.getMemoryManager()));
      leaveRoomForEndedStreams(session);
    }
    count(frames, context);
  }

  /**
   * Lets the client have twice the streams that its settings say. A client opens the next stream as
   * soon as it has read the end of another, perhaps before Grizzly's thread has counted that end;
   * and one stream too many ends the connection.
   */
  private static void leaveRoomForEndedStreams(Http2Session session) {
    long told = session.getLocalMaxConcurrentStreams();
    session.setLocalMaxConcurrentStreams((int) Math.min(2 * told, Integer.MAX_VALUE));
  }

  /** Streams that a connection may have at once, and bytes left with it by as many. */
  public static int mostStreams(Connection<?> connection) {
    Http2Session session = Http2Session.get(connection);
    return session == null ? 1 : session.getLocalMaxConcurrentStreams();
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

  /** Walks through whole frames, and wraps the handler of each DATA frame. */
  public static CompletionHandler<WriteResult> counting(
      Buffer frames, Map<Integer, Watcher> watched, CompletionHandler<WriteResult> handler) {
    CompletionHandler<WriteResult> all = handler;
    int at = frames.position();
    while (at + Http2Frames.HEAD <= frames.limit()) {
      int length = frames.getInt(at) >>> 8;
      Watcher watcher = watched.get(frames.getInt(at + Http2Frames.STREAM));
      if (frames.get(at + Http2Frames.TYPE) == DATA && watcher != null && length > 0) {
        watcher.passed(length);
        all = new Counting(all, watcher, length);
      }
      at += Http2Frames.HEAD + length;
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

  /**
   * The setting SETTINGS_NO_RFC7540_PRIORITIES (RFC 9218 section 2.1), which Grizzly does not know.
   * Grizzly ignores the priorities of RFC 7540; browsers that know this send PRIORITY_UPDATE frames
   * instead.
   */
  static final class PrioritySetting {
    private static final int SETTING_BYTES = 6;
    private static final byte SETTINGS = 4;
    private static final int FLAGS = 4;
    private static final short NO_RFC7540_PRIORITIES = 9;

    private PrioritySetting() {}

    /** Whether bytes are one SETTINGS frame, but not an acknowledgement. */
    static boolean belongsInto(Buffer frames) {
      int at = frames.position();
      return frames.remaining() >= Http2Frames.HEAD
          && frames.get(at + Http2Frames.TYPE) == SETTINGS
          && frames.get(at + FLAGS) == 0
          && frames.remaining() == Http2Frames.HEAD + length(frames);
    }

    /** The frame with the setting at its end. */
    static Buffer appended(Buffer frame, MemoryManager<?> memory) {
      int at = frame.position();
      frame.putInt(at, ((length(frame) + SETTING_BYTES) << 8) | SETTINGS);
      Buffer setting = memory.allocate(SETTING_BYTES);
      setting.putShort(NO_RFC7540_PRIORITIES).putInt(1).flip();
      setting.allowBufferDispose(true);
      return Buffers.appendBuffers(memory, frame, setting);
    }

    private static int length(Buffer frame) {
      return frame.getInt(frame.position()) >>> 8;
    }
  }
}
