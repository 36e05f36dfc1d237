package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "90, 90", "45s, 45", "30m, 1800", "2h, 7200", "24h, 86400", "1d, 86400"})
  void isInSecondsUnlessItHasAUnit(String text, long seconds) throws RefusedException {
    assertThat(TimeText.parse("--deadline", text)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "2d", "30 m", "25h", "86401", "m", "9999999", "1\u202em"})
  void anythingElseIsRefusedWithItsFormAndName(String text) {
    assertThatThrownBy(() -> TimeText.parse("--deadline", text))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("--deadline must be a time of at most 24h, as in 45s, 30m or 2h")
        .hasMessageNotContaining("\u202e");
  }
}
