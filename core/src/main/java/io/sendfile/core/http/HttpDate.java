package io.sendfile.core.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** HTTP dates (RFC 9110 section 5.6.7), always in whole seconds of UTC. Thread-safe. */
public final class HttpDate {
  // Independent of the locale: names of months in a locale change between Java versions.
  private static final Map<Long, String> MONTHS =
      names("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  private static final Map<Long, String> DAYS =
      names("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");

  private static final List<String> LONG_DAYS =
      List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

  /** Two-digit years of RFC 850 are first read in this century, then moved. */
  private static final int BASE_YEAR = 2000;

  private static final DateTimeFormatter IMF_FIXDATE =
      strict(
          new DateTimeFormatterBuilder()
              .appendText(ChronoField.DAY_OF_WEEK, DAYS)
              .appendPattern(", dd ")
              .appendText(ChronoField.MONTH_OF_YEAR, MONTHS)
              .appendPattern(" uuuu HH:mm:ss 'GMT'"));

  private static final DateTimeFormatter ASCTIME =
      strict(
          new DateTimeFormatterBuilder()
              .appendText(ChronoField.DAY_OF_WEEK, DAYS)
              .appendLiteral(' ')
              .appendText(ChronoField.MONTH_OF_YEAR, MONTHS)
              .appendPattern(" ppd HH:mm:ss uuuu"));

  /** Without the name of the day, which belongs to a century not yet known. */
  private static final DateTimeFormatter RFC_850 =
      strict(
          new DateTimeFormatterBuilder()
              .appendPattern("dd-")
              .appendText(ChronoField.MONTH_OF_YEAR, MONTHS)
              .appendLiteral('-')
              .appendValueReduced(ChronoField.YEAR, 2, 2, BASE_YEAR)
              .appendPattern(" HH:mm:ss 'GMT'"));

  /** Longer than any date; longer values are ignored. */
  private static final int MAX_LENGTH = 40;

  private static final int IMF_LENGTH = 29;

  private HttpDate() {}

  /**
   * Formats as IMF-fixdate, e.g. {@code Sun, 06 Nov 1994 08:49:37 GMT}; fractions of a second are
   * cut.
   *
   * @param instant in the years 0 to 9999
   */
  public static String format(Instant instant) {
    // By hand: a formatter takes ten times as long, and every response needs one.
    LocalDateTime date = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(IMF_LENGTH);
    text.append(DAYS.get((long) date.getDayOfWeek().getValue())).append(", ");
    two(text, date.getDayOfMonth()).append(' ');
    text.append(MONTHS.get((long) date.getMonthValue())).append(' ');
    two(two(text, date.getYear() / 100), date.getYear() % 100).append(' ');
    two(text, date.getHour()).append(':');
    two(text, date.getMinute()).append(':');
    return two(text, date.getSecond()).append(" GMT").toString();
  }

  private static StringBuilder two(StringBuilder text, int number) {
    return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  /**
   * Parses IMF-fixdate and the two obsolete formats, of RFC 850 and of C's asctime; empty for
   * anything else, which a recipient must ignore.
   *
   * @param now gives two-digit years their century: a date that seems more than 50 years ahead is
   *     past
   */
  public static Optional<Instant> parse(String value, Instant now) {
    if (value.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String text = value.strip();
    int comma = text.indexOf(", ");
    if (comma < 0) {
      return parse(text, ASCTIME).map(HttpDate::instant);
    }
    if (LONG_DAYS.contains(text.substring(0, comma))) {
      return parse(text.substring(comma + 2), RFC_850).map(date -> instant(inCentury(date, now)));
    }
    return parse(text, IMF_FIXDATE).map(HttpDate::instant);
  }

  private static Optional<LocalDateTime> parse(String text, DateTimeFormatter format) {
    try {
      return Optional.of(LocalDateTime.parse(text, format));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static LocalDateTime inCentury(LocalDateTime date, Instant now) {
    LocalDateTime latest = LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(50);
    int century = latest.getYear() / 100 * 100;
    LocalDateTime candidate = date.plusYears(century - BASE_YEAR);
    return candidate.isAfter(latest) ? candidate.minusYears(100) : candidate;
  }

  private static Instant instant(LocalDateTime date) {
    return date.toInstant(ZoneOffset.UTC);
  }

  private static DateTimeFormatter strict(DateTimeFormatterBuilder format) {
    return format.toFormatter(Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
  }

  private static Map<Long, String> names(String... names) {
    Map<Long, String> byNumber = new HashMap<>();
    for (String name : names) {
      byNumber.put(byNumber.size() + 1L, name);
    }
    return Map.copyOf(byNumber);
  }
}
