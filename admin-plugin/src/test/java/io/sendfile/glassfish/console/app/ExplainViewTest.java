package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplainViewTest {
  private static Map<String, String> refusal(int second, String client, String value) {
    return Map.of(
        "time",
        "2026-11-24T02:00:0%dZ".formatted(second),
        "client",
        client,
        "value",
        value,
        "file",
        value);
  }

  @Test
  void refusalsAreOneOfEachValueAndTheNewestFirstAfterThoseThatFitTheUrl() {
    List<Map<String, String>> oldestFirst =
        List.of(
            refusal(1, "192.0.2.1", "files:2025/report.pdf"),
            refusal(2, "192.0.2.1", "files:older"),
            refusal(3, "192.0.2.1", "files:newer"),
            refusal(4, "192.0.2.1", "files:film"),
            refusal(5, "192.0.2.2", "files:film"));
    assertThat(
            ExplainView.last(
                "http://localhost/reports/send?value=files%3A2025%2Freport.pdf", oldestFirst))
        .extracting(row -> row.condition("file") + " " + row.condition("client"))
        .containsExactly(
            "files:2025/report.pdf 192.0.2.1", "files:film 192.0.2.2", "files:newer 192.0.2.1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/sample/send?value=files:reports/missing-7.pdf",
        "http://localhost/send?a=b&value=files%3Areports%2Fmissing-7.pdf#top",
        "/send?value=sendfile:files:reports/missing-7.pdf",
        "/send?name=reports/missing-7.pdf",
        "/send?name=missing-7.pdf&percent=100%",
        "/sample/reports/missing%2D7.pdf"
      })
  void urlFitsTheValueThatItNames(String url) {
    assertThat(ExplainView.fits(url, "files:reports/missing-7.pdf")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/sample/send",
        "/sample/send?value=",
        "/send?value=files:reports/missing-77.pdf",
        "/send?value=files:other/reports/missing-7.pdf",
        "/send?name=7.pdf"
      })
  void urlDoesNotFitAnotherValue(String url) {
    assertThat(ExplainView.fits(url, "files:reports/missing-7.pdf")).isFalse();
  }
}
