package io.sendfile.glassfish.it.harness;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One frame of HTTP/2 (RFC 9113 section 4.1).
 *
 * @param stream 0 for the connection
 */
public record Http2Frame(int type, int flags, int stream, byte[] payload) {
  /** Body bytes. */
  public static final int DATA = 0;

  /** A header section, or its beginning. */
  public static final int HEADERS = 1;

  /** Advice that servers may ignore. */
  public static final int PRIORITY = 2;

  /** Ends a stream at once. */
  public static final int RST_STREAM = 3;

  /** Pairs of a number and a value. */
  public static final int SETTINGS = 4;

  /** A PING, to be sent back. */
  public static final int PING = 6;

  /** No more streams. */
  public static final int GOAWAY = 7;

  /** More window. */
  public static final int WINDOW_UPDATE = 8;

  /** The rest of a header section. */
  public static final int CONTINUATION = 9;

  /** Another priority for a stream (RFC 9218 section 7.1). */
  public static final int PRIORITY_UPDATE = 16;

  /** Flag of DATA and HEADERS: the last of its stream. */
  public static final int END_STREAM = 1;

  /** Flag of SETTINGS and PING. */
  public static final int ACK = 1;

  /** Flag of HEADERS and CONTINUATION: the header section is complete. */
  public static final int END_HEADERS = 4;

  private static final int HEADER_BYTES = 9;

  static Http2Frame read(DataInputStream in) throws IOException {
    int lengthAndType = in.readInt();
    int flags = in.readUnsignedByte();
    int stream = in.readInt() & 0x7fffffff;
    byte[] payload = new byte[lengthAndType >>> 8];
    in.readFully(payload);
    return new Http2Frame(lengthAndType & 0xff, flags, stream, payload);
  }

  /** A frame whose payload is made of 32-bit numbers. */
  static Http2Frame of(int type, int stream, int... numbers) {
    ByteBuffer payload = ByteBuffer.allocate(4 * numbers.length);
    for (int number : numbers) {
      payload.putInt(number);
    }
    return new Http2Frame(type, 0, stream, payload.array());
  }

  /** A frame that replaces the Priority field of a stream's request. */
  static Http2Frame priority(int stream, String field) {
    byte[] text = field.getBytes(StandardCharsets.US_ASCII);
    byte[] payload = ByteBuffer.allocate(4 + text.length).putInt(stream).put(text).array();
    return new Http2Frame(PRIORITY_UPDATE, 0, 0, payload);
  }

  void write(OutputStream out) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(HEADER_BYTES + payload.length);
    all.putInt(payload.length << 8 | type).put((byte) flags).putInt(stream).put(payload);
    out.write(all.array());
  }

  /** The value of a setting in this frame, or null. */
  @Nullable Integer setting(int number) {
    ByteBuffer pairs = ByteBuffer.wrap(payload);
    while (pairs.hasRemaining()) {
      int each = pairs.getShort();
      int value = pairs.getInt();
      if (each == number) {
        return value;
      }
    }
    return null;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** The 32-bit number at that index of the payload. */
  int number(int index) {
    return ByteBuffer.wrap(payload).getInt(4 * index);
  }
}
