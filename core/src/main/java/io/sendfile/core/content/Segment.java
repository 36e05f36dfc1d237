package io.sendfile.core.content;

import java.nio.ByteBuffer;
import java.util.List;

/** A part of a response body, sent in order. */
public sealed interface Segment {
  /** Bytes in this piece. */
  long length();

  /** Bytes in all of them. */
  static long total(List<Segment> segments) {
    long sum = 0;
    for (int i = 0; i < segments.size(); i++) {
      sum += segments.get(i).length();
    }
    return sum;
  }

  /**
   * A slice of the opened file.
   *
   * @param position first byte, at least 0
   * @param length bytes, at least 1 in a body; 0 where an application asks for none
   */
  record FileSlice(long position, long length) implements Segment {
    /** Position after the last byte. */
    public long end() {
      return position + length;
    }

    /** Whether it is all of a file of that size. */
    public boolean isWhole(long size) {
      return position == 0 && length == size;
    }

    /** First and last byte, as in {@code 0-99}. */
    public String positions() {
      return position + "-" + (end() - 1);
    }
  }

  /** Bytes from the planner, such as a part header. Read-only. */
  record Literal(ByteBuffer bytes) implements Segment {
    @Override
    public long length() {
      return bytes.remaining();
    }
  }
}
