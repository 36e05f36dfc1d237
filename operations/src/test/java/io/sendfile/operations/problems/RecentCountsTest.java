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
    for (int i = 0; i < times; i++) {
      stats.listener("l").any().refused("missing");
    }
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
      refuse(1);
      after(Duration.ofSeconds(1));
    }
    Windows windows = after(Duration.ZERO);
    assertThat(lately(windows)).isBetween(300L, 361L);
    assertThat(before(windows)).isBetween(239L, 300L);
  }
}
