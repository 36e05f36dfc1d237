package io.sendfile.glassfish.grizzly;

import java.nio.ByteBuffer;
import java.util.function.IntPredicate;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http2.Http2ServerFilter;
import org.glassfish.grizzly.http2.Http2Session;
import org.glassfish.grizzly.http2.Http2Stream;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.jspecify.annotations.Nullable;

/**
 * Spares Grizzly the WINDOW_UPDATE frames of streams it has forgotten. A client sends some while
 * the end of a download is on its way to it, which RFC 9113 section 5.1 allows; Grizzly, which
 * forgets ended streams some fifty at a time, then closes the connection under all other downloads.
 *
 * <p>Such a frame becomes RST_STREAM, in place, for it is as long and is ignored for an ended
 * stream. What is read at once is passed on in pieces that begin with such frames, because an
 * earlier frame can be what ends the stream. A header that came in part waits for its rest.
 * Stateless; shared by connections.
 */
public final class LateWindowUpdates extends BaseFilter {
  private static final Attribute<Frames> FRAMES =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(LateWindowUpdates.class.getName());

  /** Puts a filter below the one for HTTP/2 into a chain that is being built, if it has one. */
  public static void join(FilterChainBuilder builder) {
    int index = builder.indexOfType(Http2ServerFilter.class);
    if (index >= 0) {
      builder.add(index, new LateWindowUpdates());
    }
  }

  @Override
  public NextAction handleRead(FilterChainContext context) {
    // To the codec below all that is read from an HTTP/2 connection is content of its preface.
    if (!(context.getMessage() instanceof HttpContent content)
        || !(content.getHttpHeader() instanceof HttpRequestPacket request)
        || !Method.PRI.equals(request.getMethod())) {
      return context.getInvokeAction();
    }
    Frames frames = FRAMES.get(context.getConnection());
    if (frames == null) {
      frames = new Frames();
      FRAMES.set(context.getConnection(), frames);
    }
    Buffer bytes = frames.withHeldBack(content.getContent(), context.getMemoryManager());
    Http2Session session = Http2Session.get(context.getConnection());
    int cut = frames.look(bytes, stream -> session != null && hasEnded(session.getStream(stream)));
    Buffer rest = cut == bytes.limit() ? null : bytes.split(cut);
    if (rest == null) {
      frames.holdBackPartOfHeader(bytes);
      if (!bytes.hasRemaining()) {
        bytes.tryDispose();
        return context.getStopAction();
      }
    }
    if (bytes != content.getContent()) {
      context.setMessage(request.httpContentBuilder().content(bytes).build());
    }
    return rest == null
        ? context.getInvokeAction()
        : context.getInvokeAction(request.httpContentBuilder().content(rest).build());
  }

  /** An ended stream may be forgotten at any moment, by whichever thread ends another one. */
  private static boolean hasEnded(@Nullable Http2Stream stream) {
    return stream == null || !stream.isOpen();
  }

  /** Finds the headers of frames (RFC 9113 section 4.1) in what one connection reads. */
  static final class Frames {
    private static final int HEADER_BYTES = 9;
    private static final int TYPE = 3;
    private static final int STREAM = 5;
    private static final byte RST_STREAM = 3;
    private static final byte WINDOW_UPDATE = 8;
    private static final String REST_OF_PREFACE = "SM\r\n\r\n";

    private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    private int toSkip = REST_OF_PREFACE.length();

    /** What is to be looked at: the part of a header that was held back, and what came now. */
    Buffer withHeldBack(Buffer bytes, MemoryManager<?> memory) {
      if (header.position() == 0) {
        return bytes;
      }
      Buffer part = memory.allocate(header.position());
      part.put(header.flip()).flip();
      part.allowBufferDispose(true);
      header.clear();
      return Buffers.appendBuffers(memory, part, bytes);
    }

    /** Takes the part of a header at the end away, until its rest comes. */
    void holdBackPartOfHeader(Buffer bytes) {
      bytes.limit(bytes.limit() - header.position());
    }

    /** Makes a late frame at the start harmless; returns where the next piece begins. */
    int look(Buffer bytes, IntPredicate forgotten) {
      int start = bytes.position();
      int end = bytes.limit();
      for (int i = start; i < end; ) {
        if (toSkip > 0) {
          int skipped = Math.min(toSkip, end - i);
          toSkip -= skipped;
          i += skipped;
          continue;
        }
        header.put(bytes.get(i++));
        if (header.hasRemaining()) {
          continue;
        }
        header.clear();
        int frame = i - HEADER_BYTES;
        if (opensStreamWindow() && frame > start) {
          return frame;
        }
        toSkip = header.getInt(0) >>> 8;
        if (opensStreamWindow() && frame == start && forgotten.test(stream())) {
          bytes.put(frame + TYPE, RST_STREAM);
        }
      }
      return end;
    }

    private boolean opensStreamWindow() {
      return header.get(TYPE) == WINDOW_UPDATE && stream() != 0;
    }

    private int stream() {
      return header.getInt(STREAM) & Integer.MAX_VALUE;
    }
  }
}
