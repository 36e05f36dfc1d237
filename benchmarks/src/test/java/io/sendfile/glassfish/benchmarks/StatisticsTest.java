package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void takesTheMiddleValue() {
    assertThat(Statistics.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
    assertThat(Statistics.median(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(3);
    assertThat(Statistics.median(List.of())).isNaN();
  }

  @Test
  void comparesEachRoundWithItself() {
    List<Double> drifting = List.of(1.0, 2.0, 10.0);

    assertThat(Statistics.medianRatio(List.of(2.0, 4.0, 20.0), drifting)).isEqualTo(2);
  }
}
