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
   * @throws IllegalArgumentException if it is none
   */
  public ByteRange {
    if (first < 0 || last < first || last == Long.MAX_VALUE) {
      throw new IllegalArgumentException("no range of bytes: " + first + " to " + last);
    }
  }

  /** Bytes in it, at least 1. */
  public long length() {
    return last - first + 1;
  }

  /** The value of Content-Range for this part of so many bytes (RFC 9110 section 14.4). */
  public String contentRange(long size) {
    return "bytes " + first + '-' + last + '/' + size;
  }
}
