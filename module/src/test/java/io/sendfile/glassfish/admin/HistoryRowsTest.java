package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Distribution;
import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.operations.history.Concurrency;
import io.sendfile.operations.history.Interval;
import io.sendfile.operations.history.Missed;
import io.sendfile.operations.history.Peak;
import io.sendfile.spi.Outcome;
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
            new Concurrency(3_000, 9),
            new Concurrency(750, 8),
            Distribution.parse("0"),
            new Peak(9_000, new Missed(900, 0.5, 0)));
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
        .containsEntry("active-high", "9")
        .containsEntry("waiting-high", "8");
    assertThat(Double.parseDouble(row.get("active"))).isEqualTo(2);
    assertThat(Double.parseDouble(row.get("waiting"))).isEqualTo(0.5);
    assertThat(HistoryRows.points(List.of(row)))
        .singleElement()
        .satisfies(
            point -> {
              assertThat(point.at()).isEqualTo(60_000);
              assertThat(point.rate()).isEqualTo(2_000);
              assertThat(point.missed().refused()).isEqualTo(200);
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
