package io.sendfile.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.SendAlgorithm.Burst;
import org.junit.jupiter.api.Test;

class EqualNonBlockingTest extends SendAlgorithmContract {
  @Override
  SendAlgorithm algorithm(long burstBytes) {
    return Algorithms.of(Algorithms.EQUAL_NON_BLOCKING, burstBytes);
  }

  @Test
  void neverBlocks() {
    assertThat(burstsFor(algorithm(10), 95, 10, 0)).noneMatch(Burst::blocking);
  }

  @Test
  void allBurstsAreEqualButTheLast() {
    assertThat(burstsFor(algorithm(10), 25, 10, 0))
        .extracting(Burst::bytes)
        .containsExactly(10L, 10L, 5L);
  }

  @Test
  void choosesTwoMebibytesWhenNothingIsConfigured() {
    assertThat(burstsFor(algorithm(0), 5L << 20, 2L << 20, 0))
        .extracting(Burst::bytes)
        .containsExactly(2L << 20, 2L << 20, 1L << 20);
  }
}
