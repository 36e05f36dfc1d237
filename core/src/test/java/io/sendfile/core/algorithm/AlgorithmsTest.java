package io.sendfile.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.SendAlgorithm.Burst;
import io.sendfile.spi.SendAlgorithm.Progress;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlgorithmsTest {
  private static final Consumer<Throwable> NO_FAILURE =
      failure -> {
        throw new AssertionError(failure);
      };

  @Test
  void everyListedNameGivesTheAlgorithmOfThatName() {
    assertThat(Algorithms.names())
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(Algorithms.of(name, 0).name()).isEqualTo(name));
  }

  @Test
  void theDefaultIsAdaptiveAndListedFirst() {
    assertThat(SendfileSettings.DEFAULTS.text(Setting.ALGORITHM))
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
    SendAlgorithm mine = new MultiBurst("its own name", 77, true);
    SendAlgorithm found = Algorithms.of("mine", 0, Map.of("mine", mine), NO_FAILURE);
    assertThat(found.name()).isEqualTo("mine");
    assertThat(found.pace().next(new Progress(0, 1000, 0, 0, false)))
        .isEqualTo(new Burst(77, true));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Algorithms.of("yours", 0, Map.of("mine", mine), NO_FAILURE))
        .withMessageContaining("simple-blocking, mine");
  }

  @Test
  void plugInCannotTakeTheNameOfABuiltInOne() {
    SendAlgorithm impostor = new MultiBurst(Algorithms.ADAPTIVE, MultiBurst.ANY, true);
    Map<String, SendAlgorithm> plugIns = Map.of(Algorithms.ADAPTIVE, impostor);
    assertThat(Algorithms.of(Algorithms.ADAPTIVE, 0, plugIns, NO_FAILURE))
        .isInstanceOf(Adaptive.class);
  }
}
