package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.operations.history.Interval;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryRowsTest {
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
