package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.core.engine.HandOffReport.Start;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Results;
import io.sendfile.spi.TransferResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandOffReportTest {
  private static final Instant TIME = Instant.parse("2026-11-22T01:02:03Z");

  private final List<Map<String, Object>> told = new ArrayList<>();
  private final HandOffReport report =
      new HandOffReport(
          told::add, new Start("order 7", "GET", "shop", "server", "192.0.2.7", "alice", TIME));

  @Test
  void tellsATransferWithTheNamesOfThePlugIns() {
    report.finished(Results.GIVEN.of(new Span(0, 50)));
    assertThat(told)
        .containsExactly(
            Map.ofEntries(
                Map.entry("download_id", "order 7"),
                Map.entry("method", "GET"),
                Map.entry("outcome", "client-abort"),
                Map.entry("reason", ""),
                Map.entry("status", 200),
                Map.entry("delivered", false),
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
    HandOffReport failed = new HandOffReport(told::add, new Start("", "GET", "", "", "", "", TIME));
    failed.failed(200);
    assertThat(told).extracting(result -> result.get("length")).containsExactly(0L, 0L);
    assertThat(told).extracting(result -> result.get("reason")).containsExactly("", "internal");
    assertThat(told.get(1)).containsEntry("outcome", "io-error");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, 200, '', COMPLETED, true",
    "POST, 200, '', COMPLETED, true",
    "GET, 206, '', COMPLETED, true",
    "GET, 200, 10-99, COMPLETED, true",
    "GET, 206, 10-99, COMPLETED, false",
    "GET, 200, '', CLIENT_ABORTED, false",
    "HEAD, 200, '', COMPLETED, false",
    "GET, 304, '', COMPLETED, false",
    "GET, 416, '', COMPLETED, false"
  })
  void tellsWhetherTheClientGotTheFile(
      String method, int status, String range, Outcome outcome, boolean delivered) {
    TransferResult result = Results.GIVEN.of(outcome, 100, new Span(0, 100));
    HandOffReport asked = new HandOffReport(told::add, new Start("", method, "", "", "", "", TIME));

    asked.finished(
        new TransferResult(
            result.id(),
            result.idGiven(),
            result.root(),
            result.path(),
            result.application(),
            result.virtualServer(),
            result.client(),
            result.identity(),
            status,
            range,
            outcome,
            result.bytes(),
            result.delivered(),
            result.firstByte(),
            result.duration(),
            result.course()));

    assertThat(told.get(0)).containsEntry("method", method).containsEntry("delivered", delivered);
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
