package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.transfer.SharedRates.Weights;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightsTest {
  @Test
  void namesWithoutAWeightHaveOne() {
    Weights weights = Weights.parse(" shop=3, in=tra = 1000 ");
    assertThat(weights.named()).isEqualTo(Map.of("shop", 3, "in=tra", 1000));
    assertThat(weights.of("shop")).isEqualTo(3);
    assertThat(weights.of("docs")).isEqualTo(1);
    assertThat(Weights.parse("")).isEqualTo(Weights.EQUAL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop",
        "shop=",
        "=3",
        "shop=0",
        "shop=1001",
        "shop=-1",
        "shop=1.5",
        "a=1,,b=2",
        "a=1,a=2",
        "a\nb=1",
        ","
      })
  void anythingElseIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Weights.parse(text));
  }
}
