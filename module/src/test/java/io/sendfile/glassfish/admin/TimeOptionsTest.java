package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeOptionsTest {
  /** 13:00 in Berlin. */
  private final TimeOptions times =
      new TimeOptions(Instant.parse("2026-11-24T12:00:00Z"), ZoneId.of("Europe/Berlin"));

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
    "2026-07-01T03:00, 2026-07-01T01:00:00Z",
    "2026-11-24T03:00Z, 2026-11-24T03:00:00Z",
    "2026-11-24T03:00:10-05:00, 2026-11-24T08:00:10Z"
  })
  void momentIsADurationBeforeNowOrATime(String text, String moment) throws RefusedException {
    assertThat(times.moment("from", text)).isEqualTo(moment);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "8", "-8h", "25:00", "2026-13-01", "9999999999y"})
  void otherTextIsRefusedWithExamples(String text) {
    assertThatThrownBy(() -> times.moment("from", text))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "--from must be a time such as 03:00, 2026-11-24T03:00 or 2026-11-24T03:00Z, or 8h"
                + " before now, not \"%s\"",
            text);
  }

  @Test
  void durationHasAUnit() throws RefusedException {
    assertThat(TimeOptions.duration("step", "90s")).isEqualTo(Duration.ofSeconds(90));
    assertThat(TimeOptions.duration("step", "2w")).isEqualTo(Duration.ofDays(14));
    assertThatThrownBy(() -> TimeOptions.duration("step", "0m"))
        .hasMessageContaining("--step must be a time such as 30s");
    assertThatThrownBy(() -> TimeOptions.duration("step", "1 h\u202e"))
        .hasMessageContaining("not \"1 h\\u202e\"");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "90, 90", "45s, 45", "30m, 1800", "2h, 7200", "24h, 86400", "1d, 86400"})
  void spanIsInSecondsUnlessItHasAUnit(String text, long seconds) throws RefusedException {
    assertThat(TimeOptions.span("deadline", text)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "2d", "30 m", "25h", "86401", "m", "9999999", "1\u202em"})
  void otherSpanIsRefusedWithItsFormAndName(String text) {
    assertThatThrownBy(() -> TimeOptions.span("deadline", text))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("--deadline must be a time of at most 24h, as in 45s, 30m or 2h")
        .hasMessageNotContaining("\u202e");
  }
}
