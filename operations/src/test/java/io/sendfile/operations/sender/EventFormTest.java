package io.sendfile.operations.sender;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.operations.downloads.DownloadLedger;
import io.sendfile.operations.downloads.Timestamp;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Results;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventFormTest {
  private static final Instant NOW = Instant.parse("2026-11-22T01:02:03.456Z");

  static Map<String, String> fields(String form) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String field : form.split("&", -1)) {
      String[] pair = field.split("=", -1);
      assertThat(pair).hasSize(2);
      fields.put(pair[0], URLDecoder.decode(pair[1], UTF_8));
    }
    return fields;
  }

  @Test
  void tellsOfATransfer() {
    String form =
        EventForm.of(
            Results.GIVEN
                .path("Grüße & mehr=?.pdf")
                .identity("alice")
                .of(Outcome.COMPLETED, 40_960, new Span(0, 1)),
            "k-1",
            NOW);
    assertThat(form).isASCII();
    assertThat(fields(form))
        .containsExactly(
            Map.entry("event", "transfer-finished"),
            Map.entry("idempotency_key", "k-1"),
            Map.entry("download_id", "order 7"),
            Map.entry("file_path", "Grüße & mehr=?.pdf"),
            Map.entry("result", "200"),
            Map.entry("speed", "20"),
            Map.entry("outcome", "completed"),
            Map.entry("bytes", "40960"),
            Map.entry("size", "100"),
            Map.entry("etag", "\"v1\""),
            Map.entry("status", "200"),
            Map.entry("range", ""),
            Map.entry("root", "media"),
            Map.entry("application", "shop"),
            Map.entry("virtual_server", "server"),
            Map.entry("client", "192.0.2.7"),
            Map.entry("identity", "alice"),
            Map.entry("first_byte_ms", "3"),
            Map.entry("duration_ms", "2000"),
            Map.entry("finished", "2026-11-22T01:02:03.456Z"));
  }

  @Test
  void tellsOfADownload() {
    DownloadLedger ledger =
        new DownloadLedger(1, 1 << 20, Duration.ofHours(1), () -> new Timestamp(0, 0), why -> {});
    String form =
        EventForm.of(Objects.requireNonNull(ledger.add(Results.finished("order 7"))), "k-2", NOW);
    assertThat(fields(form))
        .containsEntry("event", "download-complete")
        .containsEntry("idempotency_key", "k-2")
        .containsEntry("download_id", "order 7")
        .containsEntry("file_path", "a/b.bin")
        .containsEntry("result", "download-complete")
        .containsEntry("outcome", "completed")
        .containsEntry("bytes", "100")
        .containsEntry("size", "100")
        .containsEntry("transfers", "1")
        .containsEntry("duration_ms", "2000");
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETED, 200",
    "CLIENT_ABORTED, 420",
    "STALLED, 421",
    "TOO_SLOW, 421",
    "CHANGED, 500",
    "IO_ERROR, 500",
    "CANCELLED, 503",
    "SHUTDOWN, 503"
  })
  void resultIsANumberAsIn2009(Outcome outcome, String number) {
    assertThat(fields(EventForm.of(Results.GIVEN.of(outcome, 1, new Span(0, 1)), "k", NOW)))
        .containsEntry("result", number)
        .containsEntry("outcome", outcome.label());
  }
}
