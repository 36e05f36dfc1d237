package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class H2loadReportTest {
  private static final String TEXT =
      """
      finished in 1.25s, 8.00 req/s, 8.00MB/s
      requests: 10 total, 10 started, 10 done, 10 succeeded, 0 failed, 0 errored, 0 timeout
      status codes: 10 2xx, 0 3xx, 0 4xx, 0 5xx
      traffic: 10.00MB (10486123) total, 363B (363) headers (space savings 62.42%), 10MB (10485760) data
      """;

  @Test
  void readsWhatH2loadPrints() {
    assertThat(H2loadReport.parse(TEXT)).isEqualTo(new H2loadReport(10, 10485760, 1_250_000));
    assertThat(H2loadReport.parse(TEXT.replace("1.25s", "12.5ms")).micros()).isEqualTo(12_500);
  }

  @Test
  void acceptsWholeBodiesOnly() {
    H2loadReport report = H2loadReport.parse(TEXT);

    report.check(10, 1 << 20);
    assertThatThrownBy(() -> report.check(11, 1 << 20)).hasMessageContaining("received 10");
    assertThatThrownBy(() -> report.check(10, 1 << 19)).hasMessageContaining("10485760 bytes");
  }

  @Test
  void namesWhatIsMissing() {
    assertThatThrownBy(() -> H2loadReport.parse("h2load: error")).hasMessageContaining("finished");
  }
}
