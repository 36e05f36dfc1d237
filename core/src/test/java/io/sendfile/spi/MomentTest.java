package io.sendfile.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentTest {
  /** 13:00 in Berlin. */
  private static final ZonedDateTime NOW =
      Instant.parse("2026-11-24T12:00:00Z").atZone(ZoneId.of("Europe/Berlin"));

  @ParameterizedTest
  @CsvSource({
    "8h, 2026-11-24T04:00:00Z",
    "0s, 2026-11-24T12:00:00Z",
    " 2d , 2026-11-22T12:00:00Z",
    "1y, 2025-11-24T12:00:00Z",
    "03:00, 2026-11-24T02:00:00Z",
    "13:00, 2026-11-24T12:00:00Z",
    "13:01, 2026-11-23T12:01:00Z",
    "2026-11-23, 2026-11-22T23:00:00Z",
    "today, 2026-11-23T23:00:00Z",
    "yesterday, 2026-11-22T23:00:00Z",
    "2026-07-01T03:00, 2026-07-01T01:00:00Z",
    "2026-11-24T02:00:02.120Z, 2026-11-24T02:00:02.120Z",
    "2026-11-24T03:00Z, 2026-11-24T03:00:00Z",
    "2026-11-24T03:00:10-05:00, 2026-11-24T08:00:10Z"
  })
  void momentIsAnAgeOrATime(String text, String moment) {
    assertThat(Moment.parse("since", text, NOW)).isEqualTo(moment);
  }

  @ParameterizedTest
  @CsvSource({
    "2h, 2026-11-24T14:00:00Z",
    "1d, 2026-11-25T12:00:00Z",
    "13:01, 2026-11-24T12:01:00Z",
    "13:00, 2026-11-25T12:00:00Z",
    "2026-11-25, 2026-11-24T23:00:00Z",
    "2026-11-24T18:00, 2026-11-24T17:00:00Z",
    "2026-11-24T18:00:30.5Z, 2026-11-24T18:00:30Z"
  })
  void momentAheadIsADurationOrATime(String text, String moment) {
    assertThat(Moment.ahead("until", text, NOW)).isEqualTo(moment);
  }

  @ParameterizedTest
  @CsvSource({
    "0s, until: 2026-11-24T12:00:00Z is over; it is 2026-11-24T12:00:00Z.",
    "2026-11-24, until: 2026-11-23T23:00:00Z is over; it is 2026-11-24T12:00:00Z.",
    "soon, 'until: \"soon\" is no time. Give one such as 2h, 30m or 7d from now, 18:00, 2026-12-24, 2026-12-24T18:00 or 2026-12-24T18:00Z.'"
  })
  void momentAheadIsNotOver(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Moment.ahead("until", text, NOW))
        .withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "lately", "8", "h", "-8h", "12 h", "25:00", "2026-13-01", "9999999999y"})
  void otherTextIsToldWithExamples(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Moment.parse("since", text, NOW))
        .withMessage(
            "since: \"%s\" is no time. Give one such as 2026-11-24, 2026-11-24T03:00,"
                + " 2026-11-24T03:00Z, yesterday or 03:00, or an age such as 90s, 30m, 12h or"
                + " 7d.",
            text);
  }
}
