package io.sendfile.glassfish.http2;

/** Grizzly's way of cutting a body into frames of HTTP/2 (RFC 9113, section 6.1). */
public final class Http2Frames {
  /** Grizzly's longest frame, whatever its peer allows. */
  static final int MOST_PAYLOAD = 16383;

  static final int HEAD = 9;

  private static final int TLS_RECORD = 16384;

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
}
