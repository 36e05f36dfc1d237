package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class TimedH2loadTest {
  private static String said(int failed, int notFound) {
    return """
        finished in 5.01s, 1116.33 req/s, 2.32MB/s
        requests: 3349 total, 3349 started, 3349 done, 3349 succeeded, %d failed, 0 errored, 0 timeout
        status codes: 3348 2xx, 0 3xx, %d 4xx, 0 5xx
        """
        .formatted(failed, notFound);
  }

  @Test
  void readsTheRateOfTheMeasuredPart() {
    assertThat(TimedH2load.requestsPerSecond(said(0, 0))).isEqualTo(1116.33);
  }

  @Test
  void takesNoRateOfRequestsThatWereNotServed() {
    assertThatThrownBy(() -> TimedH2load.requestsPerSecond(said(1, 0)))
        .hasMessageContaining("1 failed");
    assertThatThrownBy(() -> TimedH2load.requestsPerSecond(said(0, 2)))
        .hasMessageContaining("2 4xx");
    assertThatThrownBy(() -> TimedH2load.requestsPerSecond("connection refused"))
        .hasMessageContaining("connection refused");
  }

  @Test
  void asksAtTheSecondPortByTls() {
    Contestant heap = Contestant.parse("heap[buffer-policy=heap]=8080+8181/send?value=files:");

    assertThat(Wire.HTTP2.uri(heap, BenchFile.kilobytes(2)))
        .isEqualTo(URI.create("https://127.0.0.1:8181/send?value=files:2-kb.bin"));
    assertThat(Wire.CLEAR.uri(heap, BenchFile.kilobytes(2)))
        .isEqualTo(URI.create("http://127.0.0.1:8080/send?value=files:2-kb.bin"));
  }
}
