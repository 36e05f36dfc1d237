package io.sendfile.spi;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;

/** A time as administrators may write it, the same in commands, JMX and console. */
public final class Moment {
  /** Examples of its forms. */
  public static final String EXAMPLES =
      "2026-11-24, 2026-11-24T03:00, 2026-11-24T03:00Z, yesterday or 03:00, or an age such as 90s,"
          + " 30m, 12h or 7d";

  /** Examples of those to come. */
  public static final String EXAMPLES_AHEAD =
      "2h, 30m or 7d from now, 18:00, 2026-12-24, 2026-12-24T18:00 or 2026-12-24T18:00Z";

  private Moment() {}

  /**
   * Parses a time of the past: an age, such as {@code 8h}; a time of day, meaning its last
   * occurrence; a date, {@code today} or {@code yesterday}; or date and time, perhaps with a zone.
   *
   * @param name where the text stands, such as {@code since}
   * @param now the present, in the zone of times without one
   * @throws IllegalArgumentException with a sentence, for any other text
   */
  public static Instant parse(String name, String text, ZonedDateTime now) {
    return parse(
        name,
        text,
        now,
        EXAMPLES,
        age -> now.toInstant().minusSeconds(seconds(age)),
        time -> lastOccurrence(LocalTime.parse(time), now));
  }

  /**
   * Parses a time to come, in whole seconds: a duration, such as {@code 2h}; a time of day, meaning
   * its next occurrence; a date; or date and time, perhaps with a zone.
   *
   * @throws IllegalArgumentException with a sentence, for a time that is over, and any other text
   */
  public static Instant ahead(String name, String text, ZonedDateTime now) {
    Instant moment =
        wholeSeconds(
            parse(
                name,
                text,
                now,
                EXAMPLES_AHEAD,
                time -> now.toInstant().plusSeconds(seconds(time)),
                time -> nextOccurrence(LocalTime.parse(time), now)));
    if (!moment.isAfter(now.toInstant())) {
      throw new IllegalArgumentException(
          "%s: %s is over; it is %s.".formatted(name, moment, wholeSeconds(now.toInstant())));
    }
    return moment;
  }

  private static Instant wholeSeconds(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS);
  }

  private static Instant parse(
      String name,
      String text,
      ZonedDateTime now,
      String examples,
      Function<String, Instant> distance,
      Function<String, Instant> timeOfDay) {
    List<Function<String, Instant>> forms =
        List.of(
            distance,
            time -> OffsetDateTime.parse(dated(time)).toInstant(),
            time -> LocalDateTime.parse(dated(time)).atZone(now.getZone()).toInstant(),
            date -> day(date, now.toLocalDate()).atStartOfDay(now.getZone()).toInstant(),
            timeOfDay);
    for (Function<String, Instant> form : forms) {
      try {
        return form.apply(text.strip());
      } catch (DateTimeException e) {
        // The text may have the next form.
      }
    }
    throw new IllegalArgumentException(
        "%s: \"%s\" is no time. Give one such as %s.".formatted(name, text, examples));
  }

  /** Date and time as pages show them, with a blank between, in the form of ISO 8601. */
  private static String dated(String time) {
    return time.replaceFirst("(?<=-\\d\\d) ", "T").replace(" ", "");
  }

  private static LocalDate day(String date, LocalDate today) {
    return switch (date) {
      case "today" -> today;
      case "yesterday" -> today.minusDays(1);
      default -> LocalDate.parse(date);
    };
  }

  private static long seconds(String age) {
    return Unit.SECONDS.parseWithSuffix(age).orElseThrow(() -> new DateTimeException(age));
  }

  private static Instant nextOccurrence(LocalTime time, ZonedDateTime now) {
    ZonedDateTime today = now.with(time);
    return (today.isAfter(now) ? today : now.plusDays(1).with(time)).toInstant();
  }

  private static Instant lastOccurrence(LocalTime time, ZonedDateTime now) {
    ZonedDateTime today = now.with(time);
    return (today.isAfter(now) ? now.minusDays(1).with(time) : today).toInstant();
  }
}
