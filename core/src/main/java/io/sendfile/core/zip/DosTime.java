package io.sendfile.core.zip;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Times in the format of MS-DOS (APPNOTE 4.4.6): in steps of two seconds, from 1980 to 2107. In
 * UTC, since the bytes of an archive must not depend on the zone of the server; extractors prefer
 * the exact time of the extra field.
 */
final class DosTime {
  /** 1980-01-01, in seconds since 1970. */
  static final long FIRST = 315_532_800L;

  /** 2107-12-31 23:59:58. */
  private static final long LAST = 4_354_819_198L;

  private DosTime() {}

  /** Date in the upper 16 bits, time in the lower ones. */
  static int of(long seconds) {
    long clamped = Math.max(FIRST, Math.min(LAST, seconds));
    LocalDateTime at = LocalDateTime.ofInstant(Instant.ofEpochSecond(clamped), ZoneOffset.UTC);
    int date = (at.getYear() - 1980) << 9 | at.getMonthValue() << 5 | at.getDayOfMonth();
    int time = at.getHour() << 11 | at.getMinute() << 5 | at.getSecond() >> 1;
    return date << 16 | time;
  }

  /**
   * Whether the time fits into the extra field 0x5455, whose seconds are a signed 32-bit number.
   */
  static boolean fitsExtra(long seconds) {
    return seconds >= 0 && seconds <= Integer.MAX_VALUE;
  }
}
