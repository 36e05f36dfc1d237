package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sendfile.core.transfer.Transfer.RateMeter;
import java.time.Duration;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RateMeterTest {
  private static final long START = -7_000_000_000L;
  private static final Offset<Long> A_PERCENT = within(10L);
  private static final long LUMP = 4_000_000;

  private final RateMeter speed = new RateMeter(START);
  private long now = START;
  private long bytes;

  private void go(Duration time, long bytesPerSecond) {
    for (long left = time.toMillis(); left > 0; left -= 100) {
      now += 100_000_000L;
      bytes += bytesPerSecond / 10;
      speed.sample(bytes, now);
    }
  }

  private long rate() {
    return speed.bytesPerSecond(now);
  }

  /** Over loopback half a megabyte goes out in the first milliseconds. */
  @Test
  void firstLumpCountsOverASecondAtLeast() {
    now += 5_000_000;
    speed.sample(467_000, now);
    assertThat(rate()).isEqualTo(467_000);
    now += 995_000_000;
    assertThat(rate()).isEqualTo(467_000);
    now += 1_000_000_000;
    assertThat(rate()).isEqualTo(233_500);
  }

  @Test
  void isAtMostThatSinceTheStartUntilASecondAfterTheFirstLump() {
    go(Duration.ofMillis(1900), 1000);
    for (int i = 0; i < 9; i++) {
      bytes += LUMP;
      go(Duration.ofMillis(100), 1000);
      assertThat(rate()).isLessThanOrEqualTo(bytes * 1_000_000_000L / (now - START) + 1);
    }
  }

  @Test
  void measureAnewCountsALumpOverASecondAtLeast() {
    go(Duration.ofSeconds(60), 100_000);
    bytes += LUMP;
    speed.restart(bytes, now);
    assertThat(rate()).as("what the rate before let through").isZero();
    now += 5_000_000;
    bytes += 467_000;
    speed.sample(bytes, now);
    assertThat(rate()).isEqualTo(467_000);
    now -= 5_000_000;
    go(Duration.ofSeconds(10), 1000);
    assertThat(rate()).isCloseTo(1000, A_PERCENT);
  }

  @Test
  void isTheRateFromTheFirstSecondOn() {
    go(Duration.ofSeconds(1), 1000);
    for (int i = 0; i < 600; i++) {
      go(Duration.ofMillis(100), 1000);
      assertThat(rate()).isEqualTo(1000);
    }
  }

  @Test
  void forgetsWhatWasLongAgo() {
    go(Duration.ofSeconds(60), 100_000);
    go(Duration.ofSeconds(61), 1000);
    assertThat(rate()).isCloseTo(1000, A_PERCENT);
  }

  @Test
  void fallsWhileNothingIsTaken() {
    go(Duration.ofSeconds(60), 100_000);
    go(Duration.ofMinutes(10), 0);
    assertThat(rate()).isBetween(1L, 10_000L);
  }

  @Test
  void smoothsSingleSamples() {
    go(Duration.ofSeconds(60), 1000);
    go(Duration.ofMillis(100), 11_000);
    assertThat(rate()).isBetween(1001L, 1100L);
  }

  /** As seen over loopback: megabytes at once, then nothing for many seconds. */
  @Test
  void isThatOfTheClientAlthoughTheKernelTakesLumps() {
    bytes = 6_000_000;
    go(Duration.ofSeconds(20), 0);
    for (int seconds : new int[] {10, 40, 125}) {
      long client = LUMP / seconds;
      lumps(seconds, 2 + 90 / seconds);
      for (int second = 0; second < 2 * seconds; second++) {
        if (second % seconds == 0) {
          bytes += LUMP;
        }
        go(Duration.ofSeconds(1), 0);
        assertThat(rate())
            .as("%d s after lumps each %d s", second, seconds)
            .isBetween(client * 8 / 10, client * 12 / 10);
      }
    }
  }

  private void lumps(int seconds, int times) {
    for (int i = 0; i < times; i++) {
      bytes += LUMP;
      go(Duration.ofSeconds(seconds), 0);
    }
  }

  @Test
  void leavesOutWhatFillsEmptyBuffersAtTheStart() {
    bytes = 6_000_000;
    go(Duration.ofSeconds(1), 0);
    go(Duration.ofSeconds(10), 300_000);
    assertThat(rate()).isBetween(290_000L, 330_000L);
  }
}
