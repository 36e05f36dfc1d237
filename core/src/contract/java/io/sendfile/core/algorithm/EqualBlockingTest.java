package io.sendfile.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.SendAlgorithm.Burst;
import org.junit.jupiter.api.Test;

class EqualBlockingTest extends SendAlgorithmContract {
  @Override
  SendAlgorithm algorithm(long burstBytes) {
    return Algorithms.of(Algorithms.EQUAL_BLOCKING, burstBytes);
  }

  @Test
  void alwaysBlocks() {
    assertThat(burstsFor(algorithm(10), 95, 10, 0)).allMatch(Burst::blocking);
  }

  @Test
  void allBurstsAreEqualButTheLast() {
    assertThat(burstsFor(algorithm(10), 25, 10, 0))
        .extracting(Burst::bytes)
        .containsExactly(10L, 10L, 5L);
  }

  @Test
  void servesInTheOrderOfArrival() {
    assertThat(algorithm(0).newcomersFirst()).isFalse();
  }
}
