package io.sendfile.grizzly.http2;

import io.sendfile.grizzly.sockets.PolledSocket;
import io.sendfile.grizzly.sockets.SendQueues;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http2.Http2Session;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.transport.TCPNIOAsyncQueueWriter;

/**
 * Takes some frames out of the bytes for Grizzly, and handles them in its place. A client may send
 * WINDOW_UPDATE for a stream whose end is still on its way to it (RFC 9113 section 5.1). Grizzly
 * forgets ended streams, some fifty at a time, and then closes the connection with all other
 * downloads, so the windows of streams are opened here. PRIORITY_UPDATE (RFC 9218 section 7.1) is
 * unknown to Grizzly, which logs a warning for each.
 *
 * <p>The bytes of a read are passed on in pieces, because an earlier frame can begin or end the
 * stream of a later one. A partial frame header waits for its rest.
 *
 * <p>All pieces but the last are passed to the filter above by this one, not by Grizzly: Grizzly
 * would store the rest with the connection, where the thread that ends an upgraded request would
 * find it and process frames concurrently with the reading thread.
 */
public final class ReceivedFrames {
  private ReceivedFrames() {}

  /** A connection is about to be upgraded to HTTP/2. */
  public static void awaitUpgrade(Connection<?> connection) {
    AttributeSlots.reserve(connection);
  }

  /**
   * Handles bytes of an HTTP/2 connection, just below the filter for HTTP/2.
   *
   * @param content the bytes, to the codec content of the preface
   * @param request the preface
   */
  public static NextAction read(
      FilterChainContext context, HttpContent content, HttpRequestPacket request)
      throws IOException {
    Connection<?> connection = context.getConnection();
    FrameReader frames = FrameReader.of(connection);
    Buffer piece = frames.withHeldBack(content.getContent(), context.getMemoryManager());
    content.recycle();
    while (true) {
      int cut = frames.look(piece);
      Buffer rest = cut == piece.limit() ? null : piece.split(cut);
      if (rest == null) {
        frames.holdBackPartOfHeader(piece);
      }
      NextAction next = context.getStopAction();
      if (!piece.hasRemaining() || isDone(connection, frames)) {
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

  /** Passes every piece but the last to the filter above. */
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

  /** Handles the piece if it is a frame that Grizzly need not see. */
  private static boolean isDone(Connection<?> connection, FrameReader frames) {
    return switch (frames.piece()) {
      case OTHER -> false;
      case WINDOW_UPDATE -> open(connection, frames);
      case PRIORITY_UPDATE -> {
        StreamOrder.of(connection).update(frames.stream(), frames.field());
        yield true;
      }
    };
  }

  private static boolean open(Connection<?> connection, FrameReader frames) {
    Http2Session session = Http2Session.get(connection);
    return session != null && StreamWindows.open(session, frames.stream(), frames.increment());
  }

  /**
   * Reserves slots for the attributes of a connection that is about to be upgraded to HTTP/2.
   * Grizzly 4 copies its array of attributes when it is full, and loses a value that another thread
   * sets at that time. After an upgrade one thread answers the request while another one reads the
   * preface and sets the attribute by which the codec recognises the following bytes as HTTP/2. If
   * that value is lost, the codec waits for the rest of an HTTP/1.1 request for ever.
   */
  private static final class AttributeSlots {
    /** Attributes without an initial value: the module's, and two of Grizzly's. */
    private static final List<String> NAMES =
        List.of(
            PeerReset.class.getName(),
            FrameReader.class.getName(),
            PolledSocket.class.getName(),
            TCPNIOAsyncQueueWriter.class.getName() + ".compositeBuffer",
            "http2-push-enabled");

    private AttributeSlots() {}

    /** Reserves a slot for each attribute that one of the two threads may set. */
    static void reserve(Connection<?> connection) {
      SendQueues.written(connection);
      SentFrames.watched(connection);
      UnsentAnswers.waiting(connection);
      StreamOrder.of(connection);
      AttributeHolder attributes = connection.getAttributes();
      for (String name : NAMES) {
        if (attributes.getAttribute(name) == null) {
          // A removed attribute keeps its slot.
          attributes.setAttribute(name, name);
          attributes.removeAttribute(name);
        }
      }
    }
  }

  /**
   * Finds frame headers (RFC 9113 section 4.1) in the bytes of one connection, and reads the frames
   * that are not for Grizzly. For one thread at a time.
   */
  static final class FrameReader {
    /** Kinds of pieces. */
    enum FramePiece {
      /** Bytes for Grizzly. */
      OTHER,
      /** A frame that opens the window of a stream that has begun. */
      WINDOW_UPDATE,
      /** A frame that changes the priority of a stream. */
      PRIORITY_UPDATE
    }

    /** The longest Priority field that is read, bytes; a longer one is left to Grizzly. */
    static final int MOST_FIELD = 128;

    private static final Attribute<FrameReader> READER =
        Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(FrameReader.class.getName());

    private static final byte HEADERS = 1;
    private static final byte WINDOW_UPDATE = 8;
    private static final byte PRIORITY_UPDATE = 0x10;
    private static final int NUMBER_BYTES = 4;
    private static final int NONE = 0;

    /** The stream of a request that upgraded its connection (RFC 9113 section 3.1). */
    private static final int UPGRADED = 1;

    private static final String REST_OF_PREFACE = "SM\r\n\r\n";

    /** The header of a frame; the frame itself, if it is not for Grizzly. */
    private final ByteBuffer header =
        ByteBuffer.allocate(Http2Frames.HEAD + NUMBER_BYTES + MOST_FIELD);

    private int toSkip = REST_OF_PREFACE.length();
    private int newest;
    private FramePiece piece = FramePiece.OTHER;
    private int stream;
    private int increment;
    private String field = "";

    /**
     * @param upgraded whether a stream exists before the first frame
     */
    FrameReader(boolean upgraded) {
      newest = upgraded ? UPGRADED : NONE;
      nextHeader();
    }

    private void nextHeader() {
      header.clear().limit(Http2Frames.HEAD);
    }

    static FrameReader of(Connection<?> connection) {
      FrameReader reader = READER.get(connection);
      if (reader == null) {
        Http2Session session = Http2Session.get(connection);
        reader = new FrameReader(session != null && session.getStream(UPGRADED) != null);
        READER.set(connection, reader);
      }
      return reader;
    }

    /** The bytes to be parsed: a held-back part of a frame, and the new ones. */
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
     * Parses the first piece: a frame that is not for Grizzly, or all bytes before one.
     *
     * @return start of the next piece
     */
    int look(Buffer bytes) {
      int start = bytes.position();
      int end = bytes.limit();
      piece = FramePiece.OTHER;
      int i = skip(start, end);
      while (i < end) {
        header.put(bytes.get(i++));
        if (header.hasRemaining() || awaitsPayload()) {
          continue;
        }
        int frame = i - header.limit();
        if (header.limit() == Http2Frames.HEAD) {
          beginFrame();
          i = skip(i, end);
        } else if (frame > start) {
          nextHeader();
          return frame;
        } else {
          readFrame();
          return i;
        }
      }
      return end;
    }

    private void beginFrame() {
      toSkip = length();
      if (header.get(Http2Frames.TYPE) == HEADERS) {
        newest = Math.max(newest, number(Http2Frames.STREAM));
      }
      nextHeader();
    }

    private void readFrame() {
      int value = number(Http2Frames.HEAD);
      if (header.get(Http2Frames.TYPE) == WINDOW_UPDATE) {
        piece = FramePiece.WINDOW_UPDATE;
        stream = number(Http2Frames.STREAM);
        increment = value;
      } else {
        piece = FramePiece.PRIORITY_UPDATE;
        stream = value;
        int from = Http2Frames.HEAD + NUMBER_BYTES;
        field =
            new String(header.array(), from, header.limit() - from, StandardCharsets.ISO_8859_1);
      }
      nextHeader();
    }

    /** Whether the payload of a frame is needed, too. */
    private boolean awaitsPayload() {
      boolean awaits = header.limit() == Http2Frames.HEAD && isForUs();
      if (awaits) {
        header.limit(Http2Frames.HEAD + length());
      }
      return awaits;
    }

    private boolean isForUs() {
      int of = number(Http2Frames.STREAM);
      return switch (header.get(Http2Frames.TYPE)) {
        case WINDOW_UPDATE -> length() == NUMBER_BYTES && of != NONE && of <= newest;
        case PRIORITY_UPDATE ->
            length() >= NUMBER_BYTES && length() <= NUMBER_BYTES + MOST_FIELD && of == NONE;
        default -> false;
      };
    }

    /** The kind of the last piece. */
    FramePiece piece() {
      return piece;
    }

    /** The stream of the last frame. */
    int stream() {
      return stream;
    }

    /** The increment of its window, bytes. */
    int increment() {
      return increment;
    }

    /** The value that replaces its Priority field. */
    String field() {
      return field;
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

    private int number(int index) {
      return header.getInt(index) & Integer.MAX_VALUE;
    }
  }
}
