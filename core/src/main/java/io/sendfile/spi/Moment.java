package io.sendfile.spi;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.function.Function;

/** A time of the past as administrators may write it, the same in commands, JMX and console. */
public final class Moment {
  /** Examples of its forms. */
  public static final String EXAMPLES =
      "2026-11-24, 2026-11-24T03:00, 2026-11-24T03:00Z or 03:00, or an age such as 90s, 30m, 12h"
          + " or 7d";

  private Moment() {}

  /**
   * Parses an age, such as {@code 8h}; a time of day, meaning its last occurrence; a date; or date
   * and time, perhaps with a zone.
   *
   * @param name where the text stands, such as {@code since}
   * @param now the present, in the zone of times without one
   * @throws IllegalArgumentException with a sentence, for any other text
   */
  public static Instant parse(String name, String text, ZonedDateTime now) {
    List<Function<String, Instant>> forms =
        List.of(
            age -> now.toInstant().minusSeconds(seconds(age)),
            time -> OffsetDateTime.parse(time).toInstant(),
            time -> LocalDateTime.parse(time).atZone(now.getZone()).toInstant(),
            date -> LocalDate.parse(date).atStartOfDay(now.getZone()).toInstant(),
            time -> lastOccurrence(LocalTime.parse(time), now));
    for (Function<String, Instant> form : forms) {
      try {
        return form.apply(text.strip());
      } catch (DateTimeException e) {
        // The text may have the next form.
      }
    }
    throw new IllegalArgumentException(
        "%s: \"%s\" is no time. Give one such as %s.".formatted(name, text, EXAMPLES));
  }

  private static long seconds(String age) {
    return Unit.SECONDS.parseWithSuffix(age).orElseThrow(() -> new DateTimeException(age));
  }

  private static Instant lastOccurrence(LocalTime time, ZonedDateTime now) {
    ZonedDateTime today = now.with(time);
    return (today.isAfter(now) ? now.minusDays(1).with(time) : today).toInstant();
  }
}
