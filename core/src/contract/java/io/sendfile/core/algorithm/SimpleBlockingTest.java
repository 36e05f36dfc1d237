package io.sendfile.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.SendAlgorithm.Burst;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimpleBlockingTest extends SendAlgorithmContract {
  @Override
  SendAlgorithm algorithm(long burstBytes) {
    return Algorithms.of(Algorithms.SIMPLE_BLOCKING, burstBytes);
  }

  /** By definition there is one burst, whatever burst-bytes says. */
  @ParameterizedTest
  @ValueSource(longs = {0, 10})
  void sendsAllInOneBlockingBurst(long burstBytes) {
    assertThat(burstsFor(algorithm(burstBytes), 5L << 30, 5L << 30, 0))
        .containsExactly(new Burst(5L << 30, true));
  }

  @Test
  void servesInTheOrderOfArrival() {
    assertThat(algorithm(0).newcomersFirst()).isFalse();
  }
}
