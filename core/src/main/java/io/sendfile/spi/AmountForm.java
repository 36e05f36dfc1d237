package io.sendfile.spi;

import java.util.regex.Pattern;

/** Meanings of values in a table, for their short forms. */
public enum AmountForm {
  /** Words, which stay as they are. */
  TEXT,
  /** A count. */
  NUMBER,
  /** Bytes, in powers of 1000. */
  BYTES,
  /** Hundredths of a whole. */
  PERCENT,
  /** Bytes per second. */
  RATE,
  /** A time in seconds. */
  SECONDS,
  /** A time in milliseconds. */
  MILLIS,
  /** A time in UTC, with milliseconds. */
  INSTANT;

  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");

  /** Whether a text is a number, with all its digits. */
  public static boolean isNumber(String full) {
    return WHOLE.matcher(full).matches();
  }

  /** The short form of a text with all its digits; any other text stays as it is. */
  public String brief(String full) {
    if (this == INSTANT) {
      return full.replaceFirst("[.]\\d+Z", "Z");
    }
    if (!isNumber(full)) {
      return full;
    }
    long number = Long.parseLong(full);
    return switch (this) {
      case BYTES -> Amounts.bytes(number);
      case PERCENT -> full + "%";
      case RATE -> Amounts.bytes(number) + "/s";
      case SECONDS -> Amounts.time(number);
      case MILLIS -> Amounts.millis(number);
      case TEXT, NUMBER, INSTANT -> full;
    };
  }
}
