package io.sendfile.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatsSnapshotTest {
  private static Statistics counted(int transfers, long firstByteNanos) {
    Statistics stats = new Statistics(() -> Instant.parse("2026-11-22T08:00:00Z"));
    StatsRecorder recorder = stats.listener("clear").root("media");
    for (int i = 0; i < transfers; i++) {
      recorder.add(Figure.STARTED, 1);
      recorder.add(Figure.BURSTS, 1);
      recorder.status(200);
      recorder.sent(100, 900);
      recorder.firstByte(firstByteNanos);
      recorder.finished(Outcome.COMPLETED, 1000, 1_000_000_000);
    }
    recorder.entered(Presence.ACTIVE);
    recorder.entered(Presence.WAITING);
    recorder.finished(Outcome.IO_ERROR, 0, 1);
    recorder.refused("missing");
    recorder.add(Figure.HEADERS_STRIPPED, 1);
    recorder.plugInFailed("algorithm slow-start");
    return stats;
  }

  @Test
  void countsBucketsItDoesNotHaveInItsLastOne() {
    List<Long> counts = Distribution.parse("9 500:2 501:1").counts();
    assertThat(counts.get(counts.size() - 1)).isEqualTo(3);
  }

  @Test
  void addedSnapshotsAreAsCountedByOneServer() {
    StatsSnapshot sum = counted(99, 2_000).snapshot().plus(counted(1, 3_000_000_000L).snapshot());

    assertThat(Figure.STARTED.of(sum)).isEqualTo(100);
    assertThat(Figure.BYTES.of(sum)).isEqualTo(100_000);
    assertThat(sum.counts().each(Breakdown.REFUSALS)).containsExactly(Map.entry("missing", 2L));
    assertThat(sum.active()).isEqualTo(2);
    assertThat(Figure.FIRST_BYTE_P50.of(sum)).isBetween(2L, 3L);
    assertThat(sum.counts().firstByteNanos().percentile(1)).isGreaterThan(3_000_000_000L);
  }

  @Test
  void addedSnapshotsCountSinceTheEarlierTime() {
    Instant early = Instant.parse("2026-11-22T08:00:00Z");
    StatsSnapshot sum =
        new Statistics(() -> early.plusSeconds(60))
            .snapshot()
            .plus(new Statistics(() -> early).snapshot());

    assertThat(sum.since()).isEqualTo(early);
    assertThat(sum.at()).isEqualTo(early.plusSeconds(60));
  }
}
