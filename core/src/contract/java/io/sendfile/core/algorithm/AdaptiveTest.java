package io.sendfile.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.SendAlgorithm.Burst;
import io.sendfile.spi.SendAlgorithm.Pace;
import io.sendfile.spi.SendAlgorithm.Progress;
import org.junit.jupiter.api.Test;

class AdaptiveTest extends SendAlgorithmContract {
  private static final long MUCH = 100L << 20;
  private static final long SECOND = 1_000_000_000;

  @Override
  SendAlgorithm algorithm(long burstBytes) {
    return Algorithms.of(Algorithms.ADAPTIVE, burstBytes);
  }

  private static Progress progress(long sent, long nowNanos, boolean lastFull) {
    return new Progress(sent, MUCH, nowNanos, 1, lastFull);
  }

  @Test
  void putsNewcomersFirstWithAShortBurst() {
    assertThat(algorithm(0).newcomersFirst()).isTrue();
    assertThat(algorithm(0).pace().next(new Progress(0, MUCH, 0, 0, false)))
        .isEqualTo(new Burst(128 << 10, false));
  }

  @Test
  void sharesEquallyBetweenClientsThatKeepUp() {
    Pace pace = algorithm(0).pace();
    pace.next(progress(0, 0, false));

    assertThat(pace.next(progress(128 << 10, 10 * SECOND, false)))
        .isEqualTo(new Burst(128 << 10, false));
  }

  @Test
  void givesASlowClientThatWasFullWhatItHasDrainedInOneTurn() {
    Pace pace = algorithm(0).pace();
    pace.next(progress(0, 0, false));
    pace.next(progress(4_000_000, SECOND, true));

    assertThat(pace.next(progress(5_000_000, 2 * SECOND, true)))
        .isEqualTo(new Burst(4 << 20, false));
  }

  @Test
  void givesAFastClientLongerBurstsTheMoreItHasGot() {
    Pace pace = algorithm(0).pace();
    assertThat(pace.next(progress(0, 0, false)).bytes()).isEqualTo(128 << 10);
    assertThat(pace.next(progress(128 << 10, 1, false)).bytes()).isEqualTo(128 << 10);
    assertThat(pace.next(progress(256 << 10, 2, false)).bytes()).isEqualTo(256 << 10);
    assertThat(pace.next(progress(512 << 10, 3, false)).bytes()).isEqualTo(512 << 10);
    assertThat(pace.next(progress(10 << 20, 4, false)).bytes()).isEqualTo(512 << 10);
  }

  @Test
  void givesAFastClientThatWasFullOneBurstAtATime() {
    Pace pace = algorithm(0).pace();
    pace.next(progress(0, 0, false));
    pace.next(progress(4_000_000, SECOND, true));

    assertThat(pace.next(progress(6_000_000, 2 * SECOND, true)))
        .isEqualTo(new Burst(512 << 10, false));
  }

  @Test
  void noticesThatAClientHasBecomeFast() {
    Pace pace = algorithm(0).pace();
    pace.next(progress(0, 0, false));
    pace.next(progress(1_000_000, SECOND, true));

    assertThat(pace.next(progress(11_000_000, 2 * SECOND, true)))
        .isEqualTo(new Burst(512 << 10, false));
  }

  @Test
  void neverBlocks() {
    assertThat(burstsFor(algorithm(0), MUCH, MUCH, 0)).noneMatch(Burst::blocking);
  }

  @Test
  void noBurstIsLongerThanTheConfiguredOne() {
    assertThat(burstsFor(algorithm(1000), 10_000, 1000, 0)).hasSize(10);
    Pace pace = algorithm(1000).pace();
    pace.next(progress(0, 0, false));
    assertThat(pace.next(progress(5, SECOND, true)).bytes()).isEqualTo(1000);
  }
}
