package io.sendfile.grizzly.http2;

import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;

/** Frames of HTTP/2 (RFC 9113, sections 4.1 and 6.1), as Grizzly cuts a body into them. */
public final class Http2Frames {
  /** Grizzly's longest frame, whatever its peer allows. */
  static final int MOST_PAYLOAD = 16383;

  /** Bytes of a frame's header (section 4.1). */
  static final int HEAD = 9;

  /** Index of the type in a header. */
  static final int TYPE = 3;

  /** Index of the number of the stream in a header. */
  static final int STREAM = 5;

  private static final int TLS_RECORD = 16384;
  private static final int GOAWAY = 7;
  private static final int NO_ERROR = 0;

  /** Whether the end of a connection is announced. */
  private static final Attribute<Boolean> ENDING =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(Http2Frames.class.getName() + ".ending");

  private Http2Frames() {}

  /**
   * Body bytes that fit, with the headers of their frames, into {@code bytes}: they fill whole TLS
   * records. A few bytes more would need another frame and record.
   *
   * @param bytes at least 4096
   */
  public static int bodyBytes(int bytes) {
    int frames = (bytes + TLS_RECORD - 1) / TLS_RECORD;
    return bytes - frames * HEAD;
  }

  /**
   * Announces the end of a connection (section 6.8): its client must open further streams on
   * another one. Streams that are open, or about to be, go on: the frame names the highest possible
   * one. Grizzly's own end of a session forgets streams. Sent once per connection; clients ignore a
   * second one of two threads that meet here.
   */
  public static void goAway(Connection<?> connection) {
    if (ENDING.isSet(connection) || !connection.isOpen()) {
      return;
    }
    ENDING.set(connection, true);
    send(connection, GOAWAY, 0, Integer.MAX_VALUE, NO_ERROR);
  }

  /**
   * Sends a control frame without flags, which Grizzly has no public way for; the session passes a
   * buffer on unchanged.
   *
   * @param payload in words of four bytes
   */
  @SuppressWarnings("FutureReturnValueIgnored")
  static void send(Connection<?> connection, int type, int stream, int... payload) {
    int length = payload.length * Integer.BYTES;
    Buffer frame = connection.getMemoryManager().allocate(HEAD + length);
    frame.putInt(length << 8 | type).put((byte) 0).putInt(stream);
    for (int word : payload) {
      frame.putInt(word);
    }
    frame.flip();
    frame.allowBufferDispose(true);
    connection.write(frame);
  }
}
