package io.sendfile.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.glassfish.admin.RefusedException;
import io.sendfile.measure.MeasureSendfile.Options;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementOptionsTest {
  private static final KnownNames KNOWN = KnownNames.with(List.of("mine"), List.of());

  @Test
  void allAreComparedUnlessSomeAreNamed() throws RefusedException {
    Options all = Options.of("1", 1, "", "", KNOWN);
    assertThat(all.algorithms()).isEqualTo(KNOWN.algorithms());
    assertThat(all.bufferPolicies()).isEqualTo(KNOWN.bufferPolicies());
  }

  @Test
  void namesOfOneKindLeaveTheOtherOut() throws RefusedException {
    Options some = Options.of("1", 1, "mine, adaptive,mine", "", KNOWN);
    assertThat(some.algorithms()).containsExactly("mine", "adaptive");
    assertThat(some.bufferPolicies()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0.2,200", "1,1000", "1.5,1500", "10,10000"})
  void timeIsGivenInSeconds(String seconds, long millis) throws RefusedException {
    assertThat(Options.of(seconds, 1, "", "", KNOWN).time()).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.19", "10.01", "-1", "", "long", "NaN", "1e9999"})
  void wrongTimeIsRefused(String seconds) {
    assertThatThrownBy(() -> Options.of(seconds, 1, "", "", KNOWN))
        .isInstanceOf(RefusedException.class)
        .hasMessage("seconds must be a number from 0.2 to 10 (found \"" + seconds + "\")");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 11})
  void wrongNumberOfRoundsIsRefused(int rounds) {
    assertThatThrownBy(() -> Options.of("1", rounds, "", "", KNOWN))
        .isInstanceOf(RefusedException.class)
        .hasMessage("rounds must be a number from 1 to 10 (found \"" + rounds + "\")");
  }

  @Test
  void unknownNameIsRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> Options.of("1", 1, "", "heap,nosuch", KNOWN))
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "buffer-policies must be names of server-default, heap, direct, heap-view,"
                + " direct-view, separated by commas (found \"nosuch\")");
  }
}
