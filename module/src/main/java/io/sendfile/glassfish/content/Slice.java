package io.sendfile.glassfish.content;

/**
 * The bytes of a file that an application wants sent, when it does not want all of them.
 *
 * @param start first byte, at least 0
 * @param end the byte after the last one, at least {@code start}; may lie beyond the file's end,
 *     which is known only when the file is open
 */
public record Slice(long start, long end) {
  /** Bytes in it. */
  public long length() {
    return end - start;
  }

  /** Whether it is all of a file of that size. */
  public boolean isWhole(long size) {
    return start == 0 && end == size;
  }

  /** What Content-Range says of it in a file of that size (RFC 9110 section 14.4). */
  String contentRange(long size) {
    return "bytes " + start + "-" + (end - 1) + "/" + size;
  }
}
