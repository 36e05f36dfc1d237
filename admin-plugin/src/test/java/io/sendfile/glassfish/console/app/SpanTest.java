package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpanTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

  private static String millis(Duration age) {
    return Long.toString(NOW.minus(age).toEpochMilli());
  }

  @ParameterizedTest
  @CsvSource({"15m, PT10S", "1h, PT1M", "6h, PT1M", "1d, PT5M", "1w, PT1H", "1y, P1D"})
  void lengthUntilNow(String length, Duration step) {
    Span span = Span.parse(null, null, length, NOW);

    assertThat(span.to()).isEqualTo(NOW);
    assertThat(span.step()).isEqualTo(step);
    assertThat(Duration.between(span.from(), span.to()).dividedBy(step)).isBetween(60L, 400L);
  }

  @Test
  void quarterOfAnHourByDefault() {
    assertThat(Span.parse(null, null, null, NOW).from())
        .isEqualTo(Instant.parse("2026-11-24T09:45:00Z"));
  }

  /** Of an old minute there is the hour only. */
  @ParameterizedTest
  @CsvSource({"PT10M, PT10S", "P3D, PT1M", "P8D, PT1H", "P300D, PT1H"})
  void stepIsKeptAtThatAge(Duration age, Duration step) {
    Span span = Span.parse(millis(age), millis(age.minusMinutes(5)), "1y", NOW);

    assertThat(span).isEqualTo(new Span(NOW.minus(age), NOW.minus(age).plusSeconds(300), step));
  }

  @ParameterizedTest
  @CsvSource({
    "1, ",
    ", 1",
    "1, x",
    "x, 1",
    "'', ''",
    "2, 1",
    "1, 1",
    "1, 2",
    "-9223372036854775808, 9223372036854775807",
    "1795514400000, 9223372036854775807",
    "9223372036854775806, 9223372036854775807",
    "1795514400001, 1795514400002",
    "9223372036854775808, 1",
  })
  void wrongMoments(@Nullable String from, @Nullable String to) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Span.parse(from, to, null, NOW))
        .withMessageMatching(".*\"from\" .*\\.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "-1d", "d", "1x", "0s", "2y", "999999999999999y"})
  void wrongLength(String length) {
    assertThatIllegalArgumentException().isThrownBy(() -> Span.parse(null, null, length, NOW));
  }
}
