package io.sendfile.glassfish.http2;

import java.io.IOException;
import java.nio.ByteBuffer;
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
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;

/**
 * Takes the WINDOW_UPDATE frames of streams out of the bytes for Grizzly, and opens the windows in
 * its place. A client sends some while the end of a download is on its way to it, which RFC 9113
 * section 5.1 allows; Grizzly, which forgets ended streams some fifty at a time, by any thread that
 * ends one, then closes the connection under all other downloads.
 *
 * <p>A read is passed on in pieces, because an earlier frame can begin or end the stream. A partial
 * frame header waits for its rest. Stateless; shared by connections.
 *
 * <p>All pieces but the last are handed to the filter above by hand. Grizzly would keep the rest of
 * a read with the connection, where the thread that ends an upgraded request would find it, too,
 * and process frames beside the thread that reads.
 */
public final class WindowUpdates extends BaseFilter {
  private static final Attribute<Frames> FRAMES =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(WindowUpdates.class.getName());

  /** Adds filters below the one for HTTP/2 to a chain under construction, if it has one. */
  public static void join(FilterChainBuilder builder) {
    int index = builder.indexOfType(Http2ServerFilter.class);
    if (index >= 0) {
      builder.add(index, new WindowUpdates());
      builder.add(index, new SentFrames());
    }
  }

  @Override
  public NextAction handleRead(FilterChainContext context) throws IOException {
    // The codec below takes everything read from an HTTP/2 connection for content of its preface.
    if (!(context.getMessage() instanceof HttpContent content)
        || !(content.getHttpHeader() instanceof HttpRequestPacket request)) {
      return context.getInvokeAction();
    }
    if (!Method.PRI.equals(request.getMethod())) {
      if (request.isUpgrade()) {
        AttributeRoom.reserve(context.getConnection());
      }
      return context.getInvokeAction();
    }
    Connection<?> connection = context.getConnection();
    Frames frames = Frames.of(connection);
    Buffer piece = frames.withHeldBack(content.getContent(), context.getMemoryManager());
    content.recycle();
    while (true) {
      int cut = frames.look(piece);
      Buffer rest = cut == piece.limit() ? null : piece.split(cut);
      if (rest == null) {
        frames.holdBackPartOfHeader(piece);
      }
      NextAction next = context.getStopAction();
      if (!piece.hasRemaining() || (frames.opensWindow() && open(connection, frames))) {
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

  private static boolean open(Connection<?> connection, Frames frames) {
    Http2Session session = Http2Session.get(connection);
    return session != null
        && StreamWindows.open(session, frames.openedStream(), frames.increment());
  }

  /** Finds frame headers (RFC 9113 section 4.1) in the bytes of one connection. */
  static final class Frames {
    private static final int HEADER_BYTES = 9;
    private static final int TYPE = 3;
    private static final int STREAM = 5;
    private static final byte HEADERS = 1;
    private static final byte WINDOW_UPDATE = 8;
    private static final int INCREMENT_BYTES = 4;
    private static final int NONE = 0;

    /** The stream of a request that upgraded its connection (RFC 9113 section 3.1). */
    private static final int UPGRADED = 1;

    private static final String REST_OF_PREFACE = "SM\r\n\r\n";

    /** The header of a frame; the frame itself, if it opens the window of a stream. */
    private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES + INCREMENT_BYTES);

    private int toSkip = REST_OF_PREFACE.length();
    private int newest;
    private boolean opensWindow;
    private int openedStream;
    private int increment;

    /**
     * @param upgraded whether a stream exists before the first frame
     */
    Frames(boolean upgraded) {
      newest = upgraded ? UPGRADED : NONE;
      nextHeader();
    }

    private void nextHeader() {
      header.clear().limit(HEADER_BYTES);
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
      nextHeader();
      return Buffers.appendBuffers(memory, part, bytes);
    }

    /** Removes a partial header at the end, until its rest comes. */
    void holdBackPartOfHeader(Buffer bytes) {
      bytes.limit(bytes.limit() - header.position());
    }

    /**
     * Parses the first piece: a frame that opens the window of a stream, or all bytes before one.
     *
     * @return start of the next piece
     */
    int look(Buffer bytes) {
      int start = bytes.position();
      int end = bytes.limit();
      opensWindow = false;
      int i = skip(start, end);
      while (i < end) {
        header.put(bytes.get(i++));
        if (header.hasRemaining() || awaitsIncrement()) {
          continue;
        }
        int frame = i - header.limit();
        if (header.limit() == HEADER_BYTES) {
          beginFrame();
          i = skip(i, end);
        } else if (frame > start) {
          nextHeader();
          return frame;
        } else {
          windowUpdate();
          return i;
        }
      }
      return end;
    }

    private void beginFrame() {
      toSkip = length();
      if (header.get(TYPE) == HEADERS) {
        newest = Math.max(newest, stream());
      }
      nextHeader();
    }

    private void windowUpdate() {
      opensWindow = true;
      openedStream = stream();
      increment = header.getInt(HEADER_BYTES) & Integer.MAX_VALUE;
      nextHeader();
    }

    /** Whether a header is not all there is to know of its frame. */
    private boolean awaitsIncrement() {
      boolean awaits =
          header.limit() == HEADER_BYTES
              && header.get(TYPE) == WINDOW_UPDATE
              && length() == INCREMENT_BYTES
              && stream() != NONE
              && stream() <= newest;
      if (awaits) {
        header.limit(HEADER_BYTES + INCREMENT_BYTES);
      }
      return awaits;
    }

    /** Whether the parsed piece opens the window of a stream that has begun. */
    boolean opensWindow() {
      return opensWindow;
    }

    /** The stream of the parsed piece, if that opens a window. */
    int openedStream() {
      return openedStream;
    }

    /** The bytes by which it is opened. */
    int increment() {
      return increment;
    }

    /** Skips the rest of a frame or of the preface. */
    private int skip(int from, int end) {
      int skipped = Math.min(toSkip, end - from);
      toSkip -= skipped;
      return from + skipped;
    }

    private int length() {
      return header.getInt(0) >>> 8;
    }

    private int stream() {
      return header.getInt(STREAM) & Integer.MAX_VALUE;
    }
  }
}
