package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationOptionsTest {
  @Test
  void durationHasAUnit() throws RefusedException {
    assertThat(ListSendfileHistory.duration("90s")).isEqualTo(Duration.ofSeconds(90));
    assertThat(ListSendfileHistory.duration("2w")).isEqualTo(Duration.ofDays(14));
    assertThatThrownBy(() -> ListSendfileHistory.duration("0m"))
        .hasMessageContaining("--step must be a time such as 30s");
    assertThatThrownBy(() -> ListSendfileHistory.duration("1 h\u202e"))
        .hasMessageContaining("not \"1 h\\u202e\"");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "90, 90", "45s, 45", "30m, 1800", "2h, 7200", "24h, 86400", "1d, 86400"})
  void spanIsInSecondsUnlessItHasAUnit(String text, long seconds) throws RefusedException {
    assertThat(DrainSendfile.span(text)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "2d", "30 m", "25h", "86401", "m", "9999999", "1\u202em"})
  void otherSpanIsRefusedWithItsFormAndName(String text) {
    assertThatThrownBy(() -> DrainSendfile.span(text))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("--deadline must be a time of at most 24h, as in 45s, 30m or 2h")
        .hasMessageNotContaining("\u202e");
  }
}
