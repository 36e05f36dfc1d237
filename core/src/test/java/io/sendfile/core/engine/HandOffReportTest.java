package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.engine.HandOffReport.Start;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Results;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandOffReportTest {
  private static final Instant TIME = Instant.parse("2026-11-22T01:02:03Z");

  private final List<Map<String, Object>> told = new ArrayList<>();
  private final HandOffReport report =
      new HandOffReport(
          told::add, new Start("order 7", "shop", "server", "192.0.2.7", "alice", TIME));

  @Test
  void tellsATransferWithTheNamesOfThePlugIns() {
    report.finished(Results.GIVEN.of(new Span(0, 50)));
    assertThat(told)
        .containsExactly(
            Map.ofEntries(
                Map.entry("download_id", "order 7"),
                Map.entry("outcome", "client-abort"),
                Map.entry("reason", ""),
                Map.entry("status", 200),
                Map.entry("bytes", 50L),
                Map.entry("length", 100L),
                Map.entry("size", 100L),
                Map.entry("range", ""),
                Map.entry("root", "media"),
                Map.entry("file_path", "a/b.bin"),
                Map.entry("asked", ""),
                Map.entry("etag", "\"v1\""),
                Map.entry("application", "shop"),
                Map.entry("virtual_server", "server"),
                Map.entry("client", "192.0.2.7"),
                Map.entry("identity", ""),
                Map.entry("started", TIME),
                Map.entry("first_byte_ms", 3L),
                Map.entry("duration_ms", 2000L)));
  }

  @Test
  void tellsARefusal() {
    report.refused("missing", 404, "X-Sendfile: 'media:gone'");
    assertThat(told).hasSize(1);
    assertThat(told.get(0))
        .containsEntry("outcome", "refused")
        .containsEntry("reason", "missing")
        .containsEntry("status", 404)
        .containsEntry("asked", "X-Sendfile: 'media:gone'")
        .containsEntry("bytes", 0L)
        .containsEntry("identity", "alice")
        .containsEntry("download_id", "order 7");
  }

  @Test
  void tellsAnswersWithoutABodyAndFailures() {
    report.finished(Results.GIVEN.of());
    HandOffReport failed = new HandOffReport(told::add, new Start("", "", "", "", "", TIME));
    failed.failed(200);
    assertThat(told).extracting(result -> result.get("length")).containsExactly(0L, 0L);
    assertThat(told).extracting(result -> result.get("reason")).containsExactly("", "internal");
    assertThat(told.get(1)).containsEntry("outcome", "io-error");
  }

  @Test
  void tellsOnce() {
    report.refused("missing", 404, "");
    report.failed(404);
    assertThat(told).hasSize(1);
  }

  @Test
  void tellsWhatNobodyCanChange() {
    report.failed(200);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> told.get(0).put("bytes", 1L));
  }
}
