package io.sendfile.glassfish.content;

import java.util.List;

/**
 * The response headers by which applications steer this module. Every one of them is removed from
 * every response to a client, whatever its status and whether or not hand-off is on.
 */
public final class HandOffHeaders {
  /** The file to send: an absolute path, or {@code root:relative/path}. */
  public static final String SENDFILE = "X-Sendfile";

  /** The file to send and then to delete. */
  public static final String SENDFILE_TEMPORARY = "X-Sendfile-Temporary";

  /** Alias that names the file by a root's URI prefix, as in nginx. */
  public static final String ACCEL_REDIRECT = "X-Accel-Redirect";

  /** Alias of {@link #SENDFILE}, as in lighttpd. */
  public static final String LIGHTTPD_SEND_FILE = "X-LIGHTTPD-send-file";

  /** Rate of this transfer in bytes per second, as in nginx. */
  public static final String ACCEL_LIMIT_RATE = "X-Accel-Limit-Rate";

  /** Rate of this transfer in 1024 bytes per second, as in lighttpd. */
  public static final String LIGHTTPD_KBYTES_PER_SECOND = "X-LIGHTTPD-KBytes-per-second";

  /** The application's own id of the download. */
  public static final String SENDFILE_ID = "X-Sendfile-Id";

  private static final List<String> ALL =
      List.of(
          SENDFILE,
          SENDFILE_TEMPORARY,
          ACCEL_REDIRECT,
          LIGHTTPD_SEND_FILE,
          ACCEL_LIMIT_RATE,
          LIGHTTPD_KBYTES_PER_SECOND,
          SENDFILE_ID);

  private HandOffHeaders() {}

  /** Every name, in its usual capitalisation; compare without regard to case. */
  public static List<String> all() {
    return ALL;
  }
}
