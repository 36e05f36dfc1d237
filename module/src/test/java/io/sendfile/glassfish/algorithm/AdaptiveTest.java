package io.sendfile.glassfish.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.spi.SendAlgorithm;
import io.sendfile.glassfish.spi.SendAlgorithm.Burst;
import io.sendfile.glassfish.spi.SendAlgorithm.Progress;
import org.junit.jupiter.api.Test;

class AdaptiveTest extends SendAlgorithmContract {
  private static final long MUCH = 100L << 20;

  @Override
  SendAlgorithm algorithm(long burstBytes) {
    return Algorithms.of(Algorithms.ADAPTIVE, burstBytes);
  }

  private Burst burst(long sent, long lastBytes, boolean lastFull) {
    return algorithm(0).pace().next(new Progress(sent, MUCH, 0, lastBytes, lastFull));
  }

  @Test
  void putsNewcomersFirstWithAShortBurst() {
    assertThat(algorithm(0).newcomersFirst()).isTrue();
    assertThat(burst(0, 0, false)).isEqualTo(new Burst(128 << 10, false));
  }

  @Test
  void sharesEquallyBetweenClientsThatKeepUp() {
    assertThat(burst(1, 1, false)).isEqualTo(new Burst(2 << 20, false));
  }

  @Test
  void givesAClientThatWasFullWhatItHasDrainedInOneTurn() {
    assertThat(burst(1, 1, true)).isEqualTo(new Burst(4 << 20, false));
  }

  @Test
  void isStillANewcomerUntilAByteWasSent() {
    assertThat(burst(0, 0, true).bytes()).isEqualTo(128 << 10);
  }

  @Test
  void neverBlocks() {
    assertThat(burstsFor(algorithm(0), MUCH, MUCH, 0)).noneMatch(Burst::blocking);
  }

  @Test
  void noBurstIsLongerThanTheConfiguredOne() {
    assertThat(burstsFor(algorithm(1000), 10_000, 1000, 0)).hasSize(10);
    assertThat(algorithm(1000).pace().next(new Progress(5, MUCH, 0, 5, true)).bytes())
        .isEqualTo(1000);
    assertThat(algorithm(1 << 30).pace().next(new Progress(0, MUCH, 0, 0, false)).bytes())
        .isEqualTo(128 << 10);
  }
}
