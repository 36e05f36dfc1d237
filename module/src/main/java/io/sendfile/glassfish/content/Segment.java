package io.sendfile.glassfish.content;

import java.nio.ByteBuffer;

/** A piece of a response body, sent in order. */
public sealed interface Segment {
  /** Bytes in this piece. */
  long length();

  /**
   * A slice of the opened file.
   *
   * @param position first byte
   * @param length bytes, at least 1
   */
  record FileSlice(long position, long length) implements Segment {}

  /** Bytes made by the planner, such as a part header. Read-only. */
  record Literal(ByteBuffer bytes) implements Segment {
    @Override
    public long length() {
      return bytes.remaining();
    }
  }
}
