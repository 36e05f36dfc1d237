package io.sendfile.glassfish.http2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntPredicate;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
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

/**
 * Spares Grizzly the WINDOW_UPDATE frames of streams that have ended. A client sends some while the
 * end of a download is on its way to it, which RFC 9113 section 5.1 allows; Grizzly, which forgets
 * ended streams some fifty at a time, then closes the connection under all other downloads.
 *
 * <p>Such a frame is dropped. A read is passed on in pieces that begin with such frames, because an
 * earlier frame can end the stream. A partial header waits for its rest. Stateless; shared by
 * connections.
 *
 * <p>All pieces but the last are handed to the filter above by hand. Grizzly would keep the rest of
 * a read with the connection, where the thread that ends an upgraded request would find it, too,
 * and process frames beside the thread that reads.
 */
public final class LateWindowUpdates extends BaseFilter {
  private static final Attribute<Frames> FRAMES =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(LateWindowUpdates.class.getName());

  /** Adds filters below the one for HTTP/2 to a chain under construction, if it has one. */
  public static void join(FilterChainBuilder builder) {
    int index = builder.indexOfType(Http2ServerFilter.class);
    if (index >= 0) {
      builder.add(index, new LateWindowUpdates());
      builder.add(index, new SentFrames());
    }
  }

  @Override
  public NextAction handleRead(FilterChainContext context) throws IOException {
    // The codec below takes everything read from an HTTP/2 connection for content of its preface.
    if (!(context.getMessage() instanceof HttpContent content)
        || !(content.getHttpHeader() instanceof HttpRequestPacket request)
        || !Method.PRI.equals(request.getMethod())) {
      return context.getInvokeAction();
    }
    Connection<?> connection = context.getConnection();
    Frames frames = Frames.of(connection);
    Buffer piece = frames.withHeldBack(content.getContent(), context.getMemoryManager());
    content.recycle();
    while (true) {
      int cut = frames.look(piece, stream -> hasEnded(connection, stream));
      Buffer rest = cut == piece.limit() ? null : piece.split(cut);
      if (rest == null) {
        frames.holdBackPartOfHeader(piece);
      }
      NextAction next = context.getStopAction();
      if (frames.foundLate() || !piece.hasRemaining()) {
        piece.tryDispose();
      } else {
        context.setMessage(request.httpContentBuilder().content(piece).build());
        next = rest == null ? context.getInvokeAction() : handOn(context);
      }
      if (rest == null || next.type() != context.getStopAction().type()) {
        return next;
      }
      piece = rest;
    }
  }

  /** Has the filter above read every piece but the last. */
  private static NextAction handOn(FilterChainContext context) throws IOException {
    int own = context.getFilterIdx();
    int above = own + 1;
    context.setFilterIdx(above);
    try {
      return context.getFilterChain().get(above).handleRead(context);
    } finally {
      context.setFilterIdx(own);
    }
  }

  /** An ended stream may be forgotten at any moment, by any thread that ends another one. */
  private static boolean hasEnded(Connection<?> connection, int id) {
    Http2Session session = Http2Session.get(connection);
    if (session == null) {
      return false;
    }
    Http2Stream stream = session.getStream(id);
    return stream == null || !stream.isOpen();
  }

  /** Finds frame headers (RFC 9113 section 4.1) in the bytes of one connection. */
  static final class Frames {
    private static final int HEADER_BYTES = 9;
    private static final int TYPE = 3;
    private static final int STREAM = 5;
    private static final byte HEADERS = 1;
    private static final byte WINDOW_UPDATE = 8;
    private static final int NONE = 0;

    /** The stream of a request that upgraded its connection (RFC 9113 section 3.1). */
    private static final int UPGRADED = 1;

    private static final String REST_OF_PREFACE = "SM\r\n\r\n";

    private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    private int toSkip = REST_OF_PREFACE.length();
    private int newest;
    private boolean late;

    /**
     * @param upgraded whether a stream exists before the first frame
     */
    Frames(boolean upgraded) {
      newest = upgraded ? UPGRADED : NONE;
    }

    static Frames of(Connection<?> connection) {
      Frames frames = FRAMES.get(connection);
      if (frames == null) {
        Http2Session session = Http2Session.get(connection);
        frames = new Frames(session != null && session.getStream(UPGRADED) != null);
        FRAMES.set(connection, frames);
      }
      return frames;
    }

    /** The bytes to be parsed: a held-back part of a header, and the new ones. */
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

    /** Removes a partial header at the end, until its rest comes. */
    void holdBackPartOfHeader(Buffer bytes) {
      bytes.limit(bytes.limit() - header.position());
    }

    /**
     * Parses the first piece.
     *
     * @param ended whether a stream that was opened once has ended
     * @return start of the next piece
     */
    int look(Buffer bytes, IntPredicate ended) {
      int start = bytes.position();
      int end = bytes.limit();
      int i = skip(start, end);
      if (late && i > start) {
        return i;
      }
      late = false;
      while (i < end) {
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
        i = skip(i, end);
        if (header.get(TYPE) == HEADERS) {
          newest = Math.max(newest, stream());
        } else if (opensStreamWindow() && stream() <= newest && ended.test(stream())) {
          late = true;
          return i;
        }
      }
      return end;
    }

    /** Whether the parsed piece is a late frame, or the rest of one. */
    boolean foundLate() {
      return late;
    }

    /** Skips the rest of a frame or of the preface. */
    private int skip(int from, int end) {
      int skipped = Math.min(toSkip, end - from);
      toSkip -= skipped;
      return from + skipped;
    }

    private boolean opensStreamWindow() {
      return header.get(TYPE) == WINDOW_UPDATE && stream() != 0;
    }

    private int stream() {
      return header.getInt(STREAM) & Integer.MAX_VALUE;
    }
  }
}
