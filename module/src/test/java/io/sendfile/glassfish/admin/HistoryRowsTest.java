package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistoryRowsTest {
  @Test
  void tableHasPercentilesAndNoRawDistribution() {
    assertThat(HistoryRows.columns())
        .contains("first-byte-micros-p50", "first-byte-micros-p99", "kind", "text")
        .doesNotContain("first-byte-nanos");
  }
}
