package io.sendfile.glassfish.http;

/**
 * A satisfiable range of bytes (RFC 9110 section 14.1.2).
 *
 * @param first position of the first byte, at least 0
 * @param last position of the last byte, at least {@code first}
 */
public record ByteRange(long first, long last) {
  /**
   * A range of at least one byte.
   *
   * @throws IllegalArgumentException for an empty or negative one
   */
  public ByteRange {
    if (first < 0 || last < first || last == Long.MAX_VALUE) {
      throw new IllegalArgumentException("no range of bytes: " + first + " to " + last);
    }
  }

  /** Number of bytes, at least 1. */
  public long length() {
    return last - first + 1;
  }

  /** Its Content-Range in a representation of that many bytes (RFC 9110 section 14.4). */
  public String contentRange(long size) {
    return "bytes " + first + '-' + last + '/' + size;
  }
}
