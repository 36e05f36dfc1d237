package io.sendfile.core.content;

/**
 * A slice of the opened file.
 *
 * @param position first byte, at least 0
 * @param length bytes, at least 1 in a body; 0 where an application asks for none
 */
public record FileSlice(long position, long length) implements Segment {
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
