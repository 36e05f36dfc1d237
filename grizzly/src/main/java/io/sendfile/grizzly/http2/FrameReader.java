package io.sendfile.grizzly.http2;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.http2.Http2Session;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;

/**
 * Finds frame headers (RFC 9113 section 4.1) in the bytes of one connection, and reads the frames
 * that are not for Grizzly. For one thread at a time.
 */
final class FrameReader {
  /** Kinds of pieces. */
  enum Piece {
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
  private Piece piece = Piece.OTHER;
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
    piece = Piece.OTHER;
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
      piece = Piece.WINDOW_UPDATE;
      stream = number(Http2Frames.STREAM);
      increment = value;
    } else {
      piece = Piece.PRIORITY_UPDATE;
      stream = value;
      int from = Http2Frames.HEAD + NUMBER_BYTES;
      field = new String(header.array(), from, header.limit() - from, StandardCharsets.ISO_8859_1);
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
  Piece piece() {
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
