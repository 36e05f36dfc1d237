package io.sendfile.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  private Instant now = Instant.parse("2020-01-01T00:00:00Z");
  private final Statistics stats = new Statistics(() -> now);
  private final Statistics.ListenerRecorders listener = stats.listener("clear");
  private final StatsRecorder media = listener.root("media");
  private final StatsRecorder mediaOverTls = stats.listener("tls").root("media");

  @Test
  void countsTransfersByOutcomeAndBytes() {
    media.add(Figure.STARTED, 1);
    media.add(Figure.STARTED, 1);
    media.sent(20, 80);
    media.firstByte(5_000);
    media.finished(Outcome.COMPLETED, 100, 1_000_000);
    media.sent(7, 0);
    media.firstByte(6_000);
    media.finished(Outcome.STALLED, 7, 1_000_000);

    StatsSnapshot snapshot = stats.snapshot();

    assertThat(Figure.STARTED.of(snapshot)).isEqualTo(2);
    assertThat(Figure.COMPLETED.of(snapshot)).isEqualTo(1);
    assertThat(Figure.STALLED.of(snapshot)).isEqualTo(1);
    assertThat(Figure.CHANGED.of(snapshot)).isZero();
    assertThat(Figure.BYTES.of(snapshot)).isEqualTo(107);
    assertThat(Figure.BYTES_ZERO_COPY.of(snapshot)).isEqualTo(80);
  }

  @Test
  void countsRefusalsByCodeAndAnswersByStatus() {
    listener.any().refused("missing");
    listener.any().refused("missing");
    media.refused("hidden");
    media.status(200);
    listener.any().status(404);
    media.add(Figure.BURSTS, 1);
    listener.any().add(Figure.HEADERS_STRIPPED, 1);
    stats.listener("").any().plugInFailed("algorithm slow-start");

    StatsSnapshot snapshot = stats.snapshot();

    assertThat(snapshot.counts().each(Breakdown.REFUSALS))
        .isEqualTo(Map.of("missing", 2L, "hidden", 1L));
    assertThat(Figure.REFUSED.of(snapshot)).isEqualTo(3);
    assertThat(snapshot.counts().each(Breakdown.STATUSES)).isEqualTo(Map.of("200", 1L, "404", 1L));
    assertThat(snapshot.counts().of(Breakdown.STATUSES, "404")).isEqualTo(1);
    assertThat(snapshot.counts().of(Breakdown.STATUSES, "500")).isZero();
    assertThat(Figure.BURSTS.of(snapshot)).isEqualTo(1);
    assertThat(Figure.HEADERS_STRIPPED.of(snapshot)).isEqualTo(1);
    assertThat(Figure.PLUG_IN_FAILURES.of(snapshot)).isEqualTo(1);
    assertThat(stats.plugInFailures("algorithm slow-start")).isEqualTo(1);
    assertThat(stats.plugInFailures("algorithm other")).isZero();
  }

  @Test
  void whatLimitsRefuseIsKeptOutAndNotRefused() {
    media.refused("missing");
    List.of("kept-out", "limited-client", "limited").forEach(media::refused);
    media.finished(Outcome.ENDED_BY_LIMIT, 0, 1);

    StatsSnapshot snapshot = stats.ofRoot("media");

    assertThat(Figure.REFUSED.of(snapshot)).isEqualTo(1);
    assertThat(Figure.KEPT_OUT.of(snapshot)).isEqualTo(3);
    assertThat(Figure.ENDED_BY_LIMIT.of(snapshot)).as("a transfer, not refused").isEqualTo(1);
  }

  @Test
  void tellsWhatEachApplicationAndEachRootHad() {
    StatsRecorder shop = listener.root("media", "shop");
    StatsRecorder shopOverTls = stats.listener("tls").root("docs", "shop");
    shop.add(Figure.STARTED, 1);
    shop.entered(Presence.ACTIVE);
    shop.sent(5, 10);
    shopOverTls.sent(100, 0);
    shopOverTls.finished(Outcome.STALLED, 100, 1);
    shopOverTls.refused("missing");
    media.sent(7, 0);

    Map<String, StatsSnapshot> parts = stats.parts();

    assertThat(parts)
        .containsOnlyKeys("application shop", "application ", "root media", "root docs");
    StatsSnapshot its = parts.get("application shop");
    assertThat(Figure.BYTES.of(its)).isEqualTo(115);
    assertThat(Figure.STARTED.of(its)).as("in progress, and ended").isEqualTo(2);
    assertThat(Figure.STALLED.of(its)).isEqualTo(1);
    assertThat(Figure.REFUSED.of(its)).isEqualTo(1);
    assertThat(its.active()).isEqualTo(1);
    assertThat(Figure.BYTES.of(parts.get("application "))).isEqualTo(7);
    assertThat(Figure.BYTES.of(parts.get("root media"))).isEqualTo(22);
  }

  @Test
  void namesOfApplicationsAreBounded() {
    for (int i = 0; i < 2 * Statistics.MOST_APPLICATIONS; i++) {
      listener.root("media", "shop:" + i).sent(1, 0);
    }
    listener.root("media", "shop:0").sent(1, 0);

    Map<String, StatsSnapshot> parts = stats.parts();

    assertThat(parts).hasSizeLessThan(Statistics.MOST_APPLICATIONS + 3);
    assertThat(Figure.BYTES.of(parts.get("application shop:0"))).isEqualTo(2);
    assertThat(Figure.BYTES.of(parts.get("root media"))).isEqualTo(2001);
    assertThat(Figure.BYTES.of(parts.get("application "))).isEqualTo(1001);
  }

  @Test
  void tellsListenersAndRootsApart() {
    media.sent(1, 0);
    media.firstByte(1);
    media.finished(Outcome.COMPLETED, 1, 1);
    mediaOverTls.sent(20, 0);
    mediaOverTls.firstByte(1);
    mediaOverTls.finished(Outcome.COMPLETED, 20, 1);
    stats.listener("tls").root("other").sent(300, 0);
    stats.listener("tls").root("other").firstByte(1);
    stats.listener("tls").root("other").finished(Outcome.COMPLETED, 300, 1);

    assertThat(Figure.BYTES.of(stats.snapshot())).isEqualTo(321);
    assertThat(Figure.BYTES.of(stats.ofListener("clear"))).isEqualTo(1);
    assertThat(Figure.BYTES.of(stats.ofListener("tls"))).isEqualTo(320);
    assertThat(Figure.BYTES.of(stats.ofRoot("media"))).isEqualTo(21);
    assertThat(Figure.BYTES.of(stats.ofRoot("other"))).isEqualTo(300);
    assertThat(Figure.BYTES.of(stats.ofListener("unknown"))).isZero();
    assertThat(Figure.BYTES.of(stats.ofRoot("unknown"))).isZero();
    assertThat(stats.entries())
        .extracting(
            entry -> entry.listener() + " " + entry.root() + " " + entry.counts().of(Figure.BYTES))
        .containsExactly("clear media 1", "tls media 20", "tls other 300");
  }

  @Test
  void followsTransfersInProgressAndWaiting() {
    media.entered(Presence.WAITING);
    media.left(Presence.WAITING);
    media.entered(Presence.ACTIVE);
    mediaOverTls.entered(Presence.ACTIVE);
    mediaOverTls.entered(Presence.WAITING);
    media.left(Presence.ACTIVE);

    assertThat(stats.snapshot().active()).isEqualTo(1);
    assertThat(stats.snapshot().activeHigh()).isEqualTo(2);
    assertThat(stats.snapshot().waiting()).isEqualTo(1);
    assertThat(stats.snapshot().waitingHigh()).isEqualTo(1);
    assertThat(stats.ofListener("clear").active()).isZero();
    assertThat(stats.ofListener("clear").activeHigh()).isEqualTo(1);
    assertThat(stats.ofRoot("media").activeHigh()).isEqualTo(2);
    assertThat(stats.entries().get(1).waiting()).isEqualTo(1);
  }

  @Test
  void asksWhoHoldsWorkers() {
    stats.busyFrom(() -> List.of(media, media, mediaOverTls));

    assertThat(stats.snapshot().workersBusy()).isEqualTo(3);
    assertThat(stats.ofListener("clear").workersBusy()).isEqualTo(2);
    assertThat(stats.ofRoot("media").workersBusy()).isEqualTo(3);
    assertThat(stats.ofRoot("other").workersBusy()).isZero();
  }

  @Test
  void measuresTimesAndRatesOfWhatWasSent() {
    media.sent(3_000, 0);
    media.firstByte(2_000_000);
    assertThat(stats.snapshot().counts().firstByteNanos().count()).as("in progress").isEqualTo(1);
    media.finished(Outcome.COMPLETED, 3_000, 3_000_000);
    media.finished(Outcome.CLIENT_ABORTED, 0, 9_000_000);

    Counts counts = stats.snapshot().counts();

    assertThat(counts.firstByteNanos().count()).isEqualTo(1);
    assertThat(counts.firstByteNanos().sum()).isEqualTo(2_000_000);
    assertThat(counts.bytesPerSecond().sum()).isEqualTo(1_000_000);
  }

  @Test
  void keepsInTheTotalWhatForgottenListenersAndRootsCounted() {
    media.add(Figure.STARTED, 1);
    mediaOverTls.add(Figure.STARTED, 1);
    listener.any().refused("missing");
    stats.keepRoots(Set.of("other")::contains);
    stats.forgetListener("clear");
    stats.forgetListener("never there");

    assertThat(Figure.STARTED.of(stats.snapshot())).isEqualTo(2);
    assertThat(Figure.REFUSED.of(stats.snapshot())).isEqualTo(1);
    assertThat(stats.entries()).isEmpty();
    assertThat(Figure.STARTED.of(stats.ofRoot("media"))).isZero();
  }

  @Test
  void keepsRootsThatHaveTransfers() {
    media.entered(Presence.ACTIVE);
    stats.keepRoots(root -> false);
    assertThat(stats.ofRoot("media").active()).isEqualTo(1);
    media.left(Presence.ACTIVE);
    stats.keepRoots(root -> false);
    assertThat(stats.entries()).isEmpty();
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
                  media.add(Figure.STARTED, 1);
                  media.entered(Presence.ACTIVE);
                  media.refused("missing");
                  media.status(206);
                  media.left(Presence.ACTIVE);
                  media.sent(0, 1);
                  media.firstByte(1);
                  media.finished(Outcome.COMPLETED, 1, 1);
                }
                done.countDown();
              });
      thread.start();
    }
    done.await();

    StatsSnapshot snapshot = stats.snapshot();

    assertThat(Figure.STARTED.of(snapshot)).isEqualTo(threads * each);
    assertThat(Figure.BYTES.of(snapshot)).isEqualTo(threads * each);
    assertThat(Figure.REFUSED.of(snapshot)).isEqualTo(threads * each);
    assertThat(snapshot.counts().of(Breakdown.STATUSES, "206")).isEqualTo(threads * each);
    assertThat(snapshot.counts().firstByteNanos().count()).isEqualTo(threads * each);
    assertThat(snapshot.active()).isZero();
    assertThat(snapshot.activeHigh()).isBetween(1L, (long) threads);
  }

  @Test
  void disabledStatisticsStayAtZero() {
    Statistics disabled = Statistics.disabled();
    disabled.listener("clear").root("media").add(Figure.STARTED, 1);
    disabled.listener("clear").any().refused("missing");

    assertThat(disabled.snapshot().counts()).isEqualTo(Counts.NONE);
  }
}
