package io.sendfile.operations.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Statistics;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecentCountsTest {
  private Instant now = Instant.parse("2026-11-24T00:00:00Z");
  private final Statistics stats = new Statistics(() -> now);
  private final RecentCounts recent = new RecentCounts(stats.snapshot());

  private void refuse(int times) {
    refuse("missing", times);
  }

  private void refuse(String reason, int times) {
    for (int i = 0; i < times; i++) {
      stats.listener("l").any().refused(reason);
    }
  }

  /** Looks each ten seconds, with so many refusals of applications in a minute. */
  private Windows minutes(int number, int refusals) {
    Windows windows = after(Duration.ZERO);
    for (int look = 0; look < 6 * number; look++) {
      refuse(look % 6 == 0 ? refusals : 0);
      windows = after(Duration.ofSeconds(10));
    }
    return windows;
  }

  private Windows after(Duration time) {
    now = now.plus(time);
    return recent.until(stats.snapshot());
  }

  private static long lately(Windows windows) {
    return windows.lately().of(Breakdown.REFUSALS, "missing");
  }

  private static long before(Windows windows) {
    return windows.before().of(Breakdown.REFUSALS, "missing");
  }

  @Test
  void firstEventIsSeenAtOnce() {
    refuse(1);
    assertThat(lately(after(Duration.ofSeconds(1)))).isEqualTo(1);
  }

  @Test
  void eventsLeaveTheWindowsAsTimePasses() {
    refuse(7);
    Windows windows = after(Duration.ofSeconds(10));
    for (int minute = 0; minute < 6; minute++) {
      windows = after(Duration.ofMinutes(1));
    }
    assertThat(lately(windows)).isZero();
    assertThat(before(windows)).isEqualTo(7);
    for (int minute = 0; minute < 6; minute++) {
      windows = after(Duration.ofMinutes(1));
    }
    assertThat(before(windows)).isZero();
  }

  @Test
  void manyLooksAMinuteChangeNothing() {
    for (int look = 0; look < 600; look++) {
      refuse("overloaded", 1);
      after(Duration.ofSeconds(1));
    }
    Windows windows = after(Duration.ZERO);
    assertThat(windows.lately().of(Breakdown.REFUSALS, "overloaded")).isBetween(300L, 361L);
    assertThat(windows.before().of(Breakdown.REFUSALS, "overloaded")).isBetween(239L, 300L);
  }

  @Test
  void riseOfRefusalsLastsWhileTheyGoOnAtTheSameRate() {
    assertThat(minutes(20, 1).isRise()).as("as always").isFalse();
    for (int minute = 0; minute < 120; minute++) {
      Windows windows = minutes(1, 30);
      assertThat(windows.isRise()).as("after minute " + minute).isTrue();
      assertThat(before(windows)).as("before the rise").isBetween(4L, 6L);
      assertThat(windows.counted()).isLessThan(Duration.ofMinutes(21));
    }
    assertThat(minutes(7, 1).isRise()).as("as before it").isFalse();
    assertThat(before(minutes(7, 1))).as("of the five minutes before again").isBetween(4L, 6L);
    assertThat(minutes(2, 30).isRise()).as("another one").isTrue();
  }

  @Test
  void riseSinceTheStartOfTheServerLastsAndSoDoesOneThatNearlyEnds() {
    assertThat(minutes(60, 30).isRise()).isTrue();
    assertThat(minutes(6, 1).isRise()).as("few of them").isTrue();
    assertThat(before(minutes(60, 30))).isZero();
    assertThat(minutes(7, 0).isRise()).as("none of them").isFalse();
  }
}
