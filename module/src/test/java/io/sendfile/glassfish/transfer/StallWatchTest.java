package io.sendfile.glassfish.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StallWatchTest {
  @Test
  void isDueExactlyAfterTheTimeoutWithoutAByte() {
    StallWatch watch = new StallWatch(100, 1_000);
    assertThat(watch.due(0, 1_099)).isFalse();
    assertThat(watch.due(0, 1_100)).isTrue();
  }

  @Test
  void everyByteTakenStartsItAnew() {
    StallWatch watch = new StallWatch(100, 0);
    assertThat(watch.due(1, 99)).isFalse();
    assertThat(watch.due(1, 198)).isFalse();
    assertThat(watch.due(2, 199)).isFalse();
    assertThat(watch.due(2, 299)).isTrue();
  }

  @Test
  void zeroMeansNever() {
    assertThat(new StallWatch(0, 0).due(0, Long.MAX_VALUE)).isFalse();
  }

  /** A monotonic clock may pass from its greatest to its least value. */
  @Test
  void survivesTheWrapAroundOfTheClock() {
    StallWatch watch = new StallWatch(100, Long.MAX_VALUE - 50);
    assertThat(watch.due(0, Long.MAX_VALUE)).isFalse();
    assertThat(watch.due(0, Long.MIN_VALUE + 49)).isTrue();
  }

  @Test
  void givesOneLastChanceUntilThereIsProgress() {
    StallWatch watch = new StallWatch(100, 0);
    assertThat(watch.takeLastChance()).isTrue();
    assertThat(watch.takeLastChance()).isFalse();
    assertThat(watch.due(1, 100)).isFalse();
    assertThat(watch.takeLastChance()).isTrue();
  }
}
