package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  /** The three examples of RFC 9110 section 5.6.7. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        " Sun, 06 Nov 1994 08:49:37 GMT\t"
      })
  void readsAllThreeFormats(String date) {
    assertThat(HttpDate.parse(date, NOW)).contains(Instant.parse("1994-11-06T08:49:37Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Monday, 01-Jun-76 00:00:00 GMT|2076-06-01T00:00:00Z",
        "Monday, 01-Jun-76 00:00:01 GMT|1976-06-01T00:00:01Z",
        "Friday, 31-Dec-99 23:59:59 GMT|1999-12-31T23:59:59Z",
        "Saturday, 01-Jan-00 00:00:00 GMT|2000-01-01T00:00:00Z",
        "Monday, 01-Jun-26 00:00:00 GMT|2026-06-01T00:00:00Z"
      })
  void takesTwoDigitYearsMoreThanFiftyYearsAheadForPast(String date, Instant expected) {
    assertThat(HttpDate.parse(date, NOW)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "now",
        "784111777",
        "1994-11-06T08:49:37Z",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT",
        "Mon, 06 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT",
        "sun, 06 nov 1994 08:49:37 gmt",
        "Sun, 06 Nov 1994 08:49:37 GMT; length=5",
        "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 10994 08:49:37 GMT",
        "Someday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994",
        "Sun Nov 06 08:49:37 GMT 1994",
        "Sun, \u0660\u0666 Nov 1994 08:49:37 GMT",
        "\"Sun, 06 Nov 1994 08:49:37 GMT\""
      })
  void ignoresEverythingElse(String date) {
    assertThat(HttpDate.parse(date, NOW)).isEmpty();
  }

  @Test
  void ignoresWhatIsLongerThanAnyDate() {
    String date = "Sun, 06 Nov 1994 08:49:37 GMT";
    assertThat(HttpDate.parse(date + " ".repeat(11), NOW)).isPresent();
    assertThat(HttpDate.parse(date + " ".repeat(12), NOW)).isEmpty();
  }

  @Test
  void cutsPartsOfASecond() {
    assertThat(HttpDate.format(Instant.parse("1994-11-06T08:49:37.999999999Z")))
        .isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
  }

  static Stream<Instant> instants() {
    SplittableRandom random = new SplittableRandom(7);
    long years = 9999L * 365 * 24 * 3600;
    return Stream.concat(
        Stream.of(Instant.EPOCH, Instant.parse("2024-02-29T23:59:59Z")),
        random.longs(500, -years / 6, years / 2).mapToObj(Instant::ofEpochSecond));
  }

  @ParameterizedTest
  @MethodSource("instants")
  void readsWhatItWrites(Instant instant) {
    assertThat(HttpDate.parse(HttpDate.format(instant), NOW)).contains(instant);
  }

  @ParameterizedTest
  @MethodSource("instants")
  void readsTheAsctimeOfTheSameInstant(Instant instant) {
    ZonedDateTime date = instant.atZone(ZoneOffset.UTC);
    String asctime =
        date.format(DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.US));
    assertThat(HttpDate.parse(asctime, NOW)).contains(instant);
  }

  /** Java 16 changed the names of months for some locales. */
  @Test
  void doesNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-SA-u-nu-arab"));
      assertThat(HttpDate.format(Instant.parse("2021-09-01T00:00:00Z")))
          .isEqualTo("Wed, 01 Sep 2021 00:00:00 GMT");
    } finally {
      Locale.setDefault(before);
    }
  }
}
