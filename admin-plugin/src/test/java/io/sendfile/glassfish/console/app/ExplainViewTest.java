package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplainViewTest {
  private static Map<String, String> refusal(int second, String reason, String file) {
    return Map.of(
        "time", "2026-11-24T02:00:0%dZ".formatted(second), "reason", reason, "file", file);
  }

  @Test
  void refusalsOfTheFileThatAnAddressNamesAreFirstAndThoseByLimitsLast() {
    List<Map<String, String>> oldestFirst =
        List.of(
            refusal(1, "missing", "files:2025/report.pdf"),
            refusal(2, "missing", "files:older"),
            refusal(3, "hidden", "files:.newer"),
            refusal(4, "kept-out", "files:film"));
    assertThat(
            ExplainView.last(
                "http://localhost/reports/send?value=files%3A2025%2Freport.pdf", oldestFirst))
        .extracting(row -> row.condition("file"))
        .containsExactly("files:2025/report.pdf", "files:.newer", "files:older");
  }
}
