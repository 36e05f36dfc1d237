package io.sendfile.glassfish.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.glassfish.engine.SendfileSettings;
import io.sendfile.glassfish.spi.SendAlgorithm;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlgorithmsTest {
  @Test
  void everyListedNameGivesTheAlgorithmOfThatName() {
    assertThat(Algorithms.names())
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(Algorithms.of(name, 0).name()).isEqualTo(name));
  }

  @Test
  void theDefaultIsAdaptiveAndListedFirst() {
    assertThat(SendfileSettings.DEFAULTS.algorithm())
        .isEqualTo(Algorithms.names().get(0))
        .isEqualTo(Algorithms.ADAPTIVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fastest", "EQUAL-NON-BLOCKING", " equal-non-blocking"})
  void unknownNameIsRefusedWithTheKnownOnes(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Algorithms.of(name, 0))
        .withMessageContaining("'" + name + "'")
        .withMessageContaining(String.join(", ", Algorithms.names()));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void negativeBurstIsRefusedWithAttributeAndValue(long burst) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Algorithms.of(Algorithms.EQUAL_NON_BLOCKING, burst))
        .withMessage("burst-bytes must be at least 1, was " + burst);
  }

  @Test
  void plugInIsFoundByItsName() {
    SendAlgorithm mine = new SingleBurst("mine", false);
    assertThat(Algorithms.of("mine", 0, List.of(mine))).isSameAs(mine);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Algorithms.of("yours", 0, List.of(mine)))
        .withMessageContaining("simple-blocking, mine");
  }

  @Test
  void plugInCannotTakeTheNameOfABuiltInOne() {
    SendAlgorithm impostor = new SingleBurst(Algorithms.ADAPTIVE, true);
    assertThat(Algorithms.of(Algorithms.ADAPTIVE, 0, List.of(impostor)))
        .isInstanceOf(Adaptive.class);
  }
}
