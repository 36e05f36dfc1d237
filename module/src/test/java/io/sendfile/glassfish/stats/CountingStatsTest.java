package io.sendfile.glassfish.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.spi.Outcome;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CountingStatsTest {
  private Instant now = Instant.parse("2020-01-01T00:00:00Z");
  private final StatsRecorder stats = StatsRecorder.counting(() -> now);

  @Test
  void countsTransfersByOutcomeAndBytes() {
    stats.started();
    stats.started();
    stats.finished(Outcome.COMPLETED, 100, 80);
    stats.finished(Outcome.STALLED, 7, 0);

    StatsSnapshot snapshot = stats.snapshot();

    assertThat(snapshot.started()).isEqualTo(2);
    assertThat(snapshot.active()).isZero();
    assertThat(snapshot.activeHigh()).isEqualTo(2);
    assertThat(snapshot.finished(Outcome.COMPLETED)).isEqualTo(1);
    assertThat(snapshot.finished(Outcome.STALLED)).isEqualTo(1);
    assertThat(snapshot.finished(Outcome.CHANGED)).isZero();
    assertThat(snapshot.bytes()).isEqualTo(107);
    assertThat(snapshot.bytesZeroCopy()).isEqualTo(80);
  }

  @Test
  void countsRefusalsByCodeAndAnswersByStatus() {
    stats.refused("missing");
    stats.refused("missing");
    stats.refused("hidden");
    stats.status(200);
    stats.status(404);
    stats.burst();
    stats.headersStripped();

    StatsSnapshot snapshot = stats.snapshot();

    assertThat(snapshot.refused()).isEqualTo(Map.of("missing", 2L, "hidden", 1L));
    assertThat(snapshot.refusedTotal()).isEqualTo(3);
    assertThat(snapshot.statuses()).isEqualTo(Map.of(200, 1L, 404, 1L));
    assertThat(snapshot.bursts()).isEqualTo(1);
    assertThat(snapshot.headersStripped()).isEqualTo(1);
  }

  @Test
  void keepsTransfersInProgressOverReset() {
    stats.started();
    stats.started();
    stats.finished(Outcome.COMPLETED, 5, 5);
    stats.refused("missing");
    now = now.plusSeconds(9);
    stats.reset();
    now = now.plusSeconds(1);

    StatsSnapshot snapshot = stats.snapshot();

    assertThat(snapshot.since()).isEqualTo("2020-01-01T00:00:09Z");
    assertThat(snapshot.at()).isEqualTo("2020-01-01T00:00:10Z");
    assertThat(snapshot.active()).isEqualTo(1);
    assertThat(snapshot.activeHigh()).isEqualTo(1);
    assertThat(snapshot.started()).isZero();
    assertThat(snapshot.bytes()).isZero();
    assertThat(snapshot.refused()).isEmpty();
    assertThat(snapshot.finished(Outcome.COMPLETED)).isZero();
  }

  @Test
  void readsWaitingWhereItIsTold() {
    assertThat(stats.snapshot().waiting()).isZero();
    stats.waitingFrom(() -> 4);
    assertThat(stats.snapshot().waiting()).isEqualTo(4);
  }

  @Test
  void losesNoEventOfManyThreads() throws InterruptedException {
    int threads = 4;
    int each = 10_000;
    CountDownLatch done = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  stats.started();
                  stats.refused("missing");
                  stats.finished(Outcome.COMPLETED, 1, 1);
                }
                done.countDown();
              });
      thread.start();
    }
    done.await();

    StatsSnapshot snapshot = stats.snapshot();

    assertThat(snapshot.started()).isEqualTo(threads * each);
    assertThat(snapshot.bytes()).isEqualTo(threads * each);
    assertThat(snapshot.refusedTotal()).isEqualTo(threads * each);
    assertThat(snapshot.active()).isZero();
    assertThat(snapshot.activeHigh()).isBetween(1L, (long) threads);
  }

  @Test
  void disabledRecorderStaysAtZero() {
    StatsRecorder disabled = StatsRecorder.disabled();
    disabled.started();
    disabled.refused("missing");

    assertThat(disabled.snapshot().started()).isZero();
    assertThat(disabled.snapshot().bytes()).isZero();
    assertThat(disabled.snapshot().refused()).isEmpty();
  }
}
