package io.sendfile.glassfish.content;

import io.sendfile.glassfish.http.ResponseView;
import java.util.regex.Pattern;

/** The rate an application wants for one transfer. */
final class RateHeaders {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}");

  private RateHeaders() {}

  /** The lowest rate asked for, bytes per second; 0 when none is, or none can be understood. */
  static long bytesPerSecond(ResponseView response) {
    return lower(
        rate(response, HandOffHeaders.ACCEL_LIMIT_RATE, 1),
        rate(response, HandOffHeaders.LIGHTTPD_KBYTES_PER_SECOND, 1024));
  }

  private static long rate(ResponseView response, String header, long unit) {
    long lowest = 0;
    for (String value : response.headers(header)) {
      String text = HeaderText.stripBlanks(value);
      if (NUMBER.matcher(text).matches()) {
        lowest = lower(lowest, Long.parseLong(text) * unit);
      }
    }
    return lowest;
  }

  /** The lower of two rates of which 0 means none. */
  private static long lower(long one, long other) {
    return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
  }
}
