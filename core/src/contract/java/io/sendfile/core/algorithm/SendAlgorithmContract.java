package io.sendfile.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.SendAlgorithm.Burst;
import io.sendfile.spi.SendAlgorithm.Pace;
import io.sendfile.spi.SendAlgorithm.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract between the engine and its algorithms; each algorithm's test inherits it. */
abstract class SendAlgorithmContract {
  private static final int MOST_TURNS = 1_000_000;

  /** The algorithm under test; a burst of 0 means its own choice. */
  abstract SendAlgorithm algorithm(long burstBytes);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 1023, 1024, 1 << 20, (2L << 20) + 1, 5L << 30})
  void burstsSumToTheLength(long length) {
    assertThat(burstsFor(algorithm(0), length, length, 0).stream().mapToLong(Burst::bytes).sum())
        .isEqualTo(length);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 4096, Integer.MAX_VALUE, Long.MAX_VALUE})
  void noBurstIsEmptyOrLongerThanWhatRemains(long burstBytes) {
    Pace pace = algorithm(burstBytes).pace();
    for (long remaining : new long[] {1, 2, 4095, 4096, 4097, 1L << 33, Long.MAX_VALUE}) {
      assertThat(pace.next(progress(0, remaining, 0)).bytes()).isBetween(1L, remaining);
    }
  }

  /** A sink may take less than a burst; the next turn continues from there. */
  @SeededTest
  void reachesTheEndWhenTheSinkTakesLessThanTheBurst(SplittableRandom random) {
    long length = 100_000;
    Pace pace = algorithm(977).pace();
    long sent = 0;
    int turns = 0;
    while (sent < length) {
      Burst burst = pace.next(progress(sent, length - sent, ++turns));
      assertThat(burst.bytes()).isBetween(1L, length - sent);
      sent += 1 + random.nextLong(burst.bytes());
      assertThat(turns).isLessThan(MOST_TURNS);
    }
    assertThat(sent).isEqualTo(length);
  }

  @Test
  void sameProgressGivesTheSameBurst() {
    SendAlgorithm algorithm = algorithm(0);
    Pace pace = algorithm.pace();
    Progress progress = progress(3, 1L << 40, 12);
    assertThat(pace.next(progress))
        .isEqualTo(pace.next(progress))
        .isEqualTo(algorithm.pace().next(progress));
  }

  /** Another transfer's turns must not change this one's bursts. */
  @Test
  void transfersDoNotInfluenceEachOther() {
    SendAlgorithm shared = algorithm(1000);
    List<Burst> alone = burstsFor(algorithm(1000), 10_500, 10_500, 0);
    Pace noise = shared.pace();
    noise.next(progress(0, 7, 1));
    noise.next(progress(5, 2, 2));
    assertThat(burstsFor(shared, 10_500, 10_500, 0)).isEqualTo(alone);
  }

  static Progress progress(long sent, long remaining, long nowNanos) {
    return new Progress(sent, remaining, nowNanos, Math.min(sent, 1), false);
  }

  static List<Burst> burstsFor(SendAlgorithm algorithm, long length, long most, long nowNanos) {
    Pace pace = algorithm.pace();
    List<Burst> bursts = new ArrayList<>();
    long sent = 0;
    while (sent < length) {
      Burst burst = pace.next(progress(sent, length - sent, nowNanos));
      assertThat(burst.bytes()).isBetween(1L, Math.min(most, length - sent));
      bursts.add(burst);
      sent += burst.bytes();
      assertThat(bursts).hasSizeLessThan(MOST_TURNS);
    }
    return bursts;
  }
}
