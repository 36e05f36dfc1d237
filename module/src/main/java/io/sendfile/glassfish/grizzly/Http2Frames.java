package io.sendfile.glassfish.grizzly;

/** How Grizzly cuts a body into frames of HTTP/2 (RFC 9113, section 6.1). */
final class Http2Frames {
  /** Grizzly sends no longer ones, whatever its peer allows. */
  static final int MOST_PAYLOAD = 16383;

  static final int HEAD = 9;

  private static final int TLS_RECORD = 16384;

  private Http2Frames() {}

  /**
   * So much of a body that with the heads of its frames it fits {@code bytes}: then it fills whole
   * TLS records. A few bytes more would be a frame and a record of their own.
   *
   * @param bytes at least 4096
   */
  static int bodyBytes(int bytes) {
    int frames = (bytes + TLS_RECORD - 1) / TLS_RECORD;
    return bytes - frames * HEAD;
  }
}
