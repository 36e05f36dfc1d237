package io.sendfile.glassfish.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SpeedTest {
  private static final long START = -7_000_000_000L;
  private static final Offset<Long> A_PERCENT = within(10L);

  private final Speed speed = new Speed(START);
  private long now = START;
  private long bytes;

  private void go(Duration time, long bytesPerSecond) {
    for (long left = time.toMillis(); left > 0; left -= 100) {
      now += 100_000_000L;
      bytes += bytesPerSecond / 10;
      speed.sample(bytes, now);
    }
  }

  @Test
  void isZeroBeforeTimeHasPassed() {
    speed.sample(1000, START);
    assertThat(speed.bytesPerSecond()).isZero();
  }

  @Test
  void isTheRateFromTheFirstSampleOn() {
    go(Duration.ofMillis(100), 1000);
    assertThat(speed.bytesPerSecond()).isEqualTo(1000);
    go(Duration.ofMinutes(1), 1000);
    assertThat(speed.bytesPerSecond()).isEqualTo(1000);
  }

  @Test
  void forgetsWhatWasLongAgo() {
    go(Duration.ofSeconds(60), 100_000);
    go(Duration.ofSeconds(60), 1000);
    assertThat(speed.bytesPerSecond()).isCloseTo(1000, A_PERCENT);
    go(Duration.ofSeconds(60), 0);
    assertThat(speed.bytesPerSecond()).isZero();
  }

  @Test
  void smoothsSingleSamples() {
    go(Duration.ofSeconds(60), 1000);
    go(Duration.ofMillis(100), 11_000);
    assertThat(speed.bytesPerSecond()).isBetween(1001L, 1500L);
  }
}
