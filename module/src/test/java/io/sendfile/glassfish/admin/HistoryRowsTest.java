package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Distribution;
import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.operations.history.Interval;
import io.sendfile.operations.history.Load;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Missed;
import io.sendfile.operations.history.Peak;
import io.sendfile.operations.history.Use;
import io.sendfile.spi.Outcome;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryRowsTest {
  @Test
  void rowOfAnIntervalHasItsFigures() {
    Interval interval =
        new Interval(
            60_000,
            1_500,
            3_000,
            7,
            Map.of(Outcome.COMPLETED, 4L, Outcome.STALLED, 2L),
            5,
            6,
            new Load(3_000, 750, new Use(9, 10), new Use(8, 20), new Use(3, 4), new Use(500, 0)),
            Distribution.parse("0"),
            new Peak(9_000, new Missed(900, 0.5, 0)),
            Map.of());
    Map<String, String> row = HistoryRows.row(interval);
    assertThat(row)
        .containsEntry("time", "1970-01-01T00:01:00Z")
        .containsEntry("millis", "1500")
        .containsEntry("bytes", "3000")
        .containsEntry("rate", "2000")
        .containsEntry("started", "7")
        .containsEntry("completed", "4")
        .containsEntry("stalled", "2")
        .containsEntry("io-error", "0")
        .containsEntry("refused", "5")
        .containsEntry("kept-out", "6")
        .containsEntry("ended-by-limit", "0")
        .containsEntry("active-high", "9")
        .containsEntry("active-limit", "10")
        .containsEntry("waiting-high", "8")
        .containsEntry("waiting-limit", "20")
        .containsEntry("workers-high", "3")
        .containsEntry("workers-limit", "4")
        .containsEntry("claimed-bytes-high", "500")
        .containsEntry("claimed-bytes-limit", "0");
    assertThat(Double.parseDouble(row.get("active"))).isEqualTo(2);
    assertThat(Double.parseDouble(row.get("waiting"))).isEqualTo(0.5);
    assertThat(HistoryRows.points(List.of(row)))
        .singleElement()
        .satisfies(
            point -> {
              assertThat(point.at()).isEqualTo(60_000);
              assertThat(point.rate()).isEqualTo(2_000);
              assertThat(point.missed().refused()).isEqualTo(200);
              assertThat(point.missed().keptOut()).isEqualTo(240);
            });
    assertThat(HistoryRows.highest(List.of(row)))
        .singleElement()
        .satisfies(
            point -> {
              assertThat(point.at()).isEqualTo(60_000);
              assertThat(point.rate()).isEqualTo(9_000);
              assertThat(point.active()).isEqualTo(9);
              assertThat(point.waiting()).isEqualTo(8);
              assertThat(point.missed()).isEqualTo(new Missed(900, 80, 0));
            });
  }

  private static Interval part(long bytes, Map<Outcome, Long> ended) {
    return new Interval(
        0,
        0,
        bytes,
        1,
        ended,
        0,
        0,
        Load.NONE,
        Distribution.NONE,
        new Peak(0, Missed.NONE),
        Map.of());
  }

  private static Map<String, String> ended(Mark.Kind kind, String text) {
    return HistoryRows.ended(new Mark(Instant.parse("2026-11-30T10:00:00Z"), kind, "ann", text));
  }

  @Test
  void changeOfAListenerLeadsToTheDownloadsThatItEnded() {
    String change = "Listeners a, b: thread-pool.max-thread-pool-size is 6, was 5";
    String back = "; asadmin set x=5 takes it back";
    Map<String, String> options =
        Map.of(
            "outcome", "shutdown",
            "listener", "a, b",
            "reason",
                "its listener * was changed by ann: thread-pool.max-thread-pool-size is 6, was 5",
            "since", "2026-11-30T10:00:00Z",
            "until", "2026-11-30T10:01:00Z");

    assertThat(ended(Mark.Kind.LISTENER, change + "; 2 downloads ended" + back)).isEqualTo(options);
    Map<String, String> ofInstance = new HashMap<>(options);
    ofInstance.put("target", "i1");
    assertThat(ended(Mark.Kind.LISTENER, "i1: " + change + "; 1 download ended"))
        .as("of a cluster")
        .isEqualTo(ofInstance);
    assertThat(ended(Mark.Kind.LISTENER, change + back)).as("none").isEmpty();
    assertThat(ended(Mark.Kind.CONFIGURATION, change + "; 2 downloads ended")).isEmpty();
  }

  @Test
  void stopOfAListenerForNoKnownChangeLeadsToThoseThatItEnded() {
    assertThat(ended(Mark.Kind.LISTENER, "Listener a: changed or stopped; 2 downloads ended"))
        .containsEntry("reason", "its listener * was changed or stopped")
        .containsEntry("until", "2026-11-30T10:00:02Z");
  }

  @Test
  void largestPartsAndTheRestHaveRows() {
    Map<String, Interval> parts = new HashMap<>();
    for (int i = 0; i < 150; i++) {
      parts.put("application app " + i, part(i, Map.of(Outcome.COMPLETED, 1L)));
    }
    parts.put("root media", part(10_000, Map.of(Outcome.STALLED, 7L)));
    Interval whole = part(20_000, Map.of(Outcome.COMPLETED, 200L, Outcome.STALLED, 7L));

    List<Map<String, String>> rows = HistoryRows.parts(List.of(whole), parts);

    List<Map<String, String>> applications = HistoryRows.of("application", rows).toList();
    assertThat(applications).hasSize(101);
    assertThat(applications.get(0)).containsEntry("name", "app 149").containsEntry("bytes", "149");
    assertThat(applications.get(100))
        .containsEntry("name", "(others)")
        .containsEntry("completed", "100")
        .containsEntry("stalled", "7")
        .containsEntry("bytes", Long.toString(20_000 - 149 * 150 / 2 + 49 * 50 / 2));
    assertThat(HistoryRows.of("root", rows))
        .extracting(row -> row.get("name"))
        .containsExactly("media", "(others)");
    assertThat(new ListSendfileHistory().text(rows, false))
        .contains("There are no figures of that time.", "application  sent", "app 149")
        .containsPattern(
            "root +sent +started +completed +unfinished +refused\n-*\n*media +10.0 kB");
    assertThat(HistoryRows.parts(List.of(whole), Map.of())).as("of a chosen part").isEmpty();
  }

  @Test
  void tableHasPercentilesAndNoRawDistribution() {
    assertThat(HistoryRows.columns())
        .contains("first-byte-micros-p50", "first-byte-micros-p99", "kind", "text")
        .doesNotContain("first-byte-nanos");
    List<Map<String, String>> rows = List.of(HistoryRows.row(Interval.empty(0)));
    assertThat(RuntimeCommand.csv(new ListSendfileHistory().csv(rows), Map.of(), List.of()))
        .contains("first-byte-micros-p50")
        .doesNotContain("first-byte-nanos");
  }
}
