package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.amounts.Unit;
import io.sendfile.glassfish.files.Escapes;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalLong;

/**
 * Times and durations as administrators write them.
 *
 * @param now the present
 * @param zone of times without one
 */
record TimeOptions(Instant now, ZoneId zone) {
  static final Duration LONGEST_SPAN = Duration.ofDays(1);

  /** One way to write a time. */
  private interface Form {
    Instant read(String text);
  }

  /**
   * Parses a moment: a duration before now, such as {@code 8h}; a time of day, meaning its last
   * occurrence; a date; or date and time, perhaps with a zone.
   *
   * @param option its name in the refusal
   */
  Instant moment(String option, String text) throws RefusedException {
    List<Form> forms =
        List.of(
            each -> now.minus(readDuration(each)),
            each -> OffsetDateTime.parse(each).toInstant(),
            each -> LocalDateTime.parse(each).atZone(zone).toInstant(),
            each -> LocalDate.parse(each).atStartOfDay(zone).toInstant(),
            this::lastTimeOfDay);
    for (Form form : forms) {
      try {
        return form.read(text.strip());
      } catch (DateTimeException e) {
        // The text may have the next form.
      }
    }
    throw refused(
        option,
        text,
        "a time such as 03:00, 2026-11-24T03:00 or 2026-11-24T03:00Z, or 8h before now");
  }

  private Instant lastTimeOfDay(String text) {
    LocalTime time = LocalTime.parse(text);
    Instant today = now.atZone(zone).with(time).toInstant();
    return today.isAfter(now) ? now.atZone(zone).minusDays(1).with(time).toInstant() : today;
  }

  /**
   * Parses a duration such as {@code 90s} or {@code 1d}, at least a second.
   *
   * @param option its name in the refusal
   */
  static Duration duration(String option, String text) throws RefusedException {
    try {
      Duration duration = readDuration(text.strip());
      if (!duration.isZero()) {
        return duration;
      }
    } catch (DateTimeException e) {
      // Refused below.
    }
    throw refused(option, text, "a time such as 30s, 5m, 1h, 1d, 1w or 1y");
  }

  /**
   * Parses a span of at most {@link #LONGEST_SPAN}, in seconds unless it has a suffix.
   *
   * @param option its name in the refusal
   */
  static Duration span(String option, String text) throws RefusedException {
    OptionalLong seconds = Unit.SECONDS.parse(text.strip());
    if (seconds.isPresent() && seconds.getAsLong() <= LONGEST_SPAN.toSeconds()) {
      return Duration.ofSeconds(seconds.getAsLong());
    }
    throw refused(option, text, "a time of at most 24h, as in 45s, 30m or 2h");
  }

  private static Duration readDuration(String text) {
    return Duration.ofSeconds(
        Unit.SECONDS.parseWithSuffix(text).orElseThrow(() -> new DateTimeException(text)));
  }

  private static RefusedException refused(String option, String text, String wanted) {
    return new RefusedException(
        "--" + option + " must be " + wanted + ", not \"" + Escapes.forLog(text) + "\"");
  }
}
