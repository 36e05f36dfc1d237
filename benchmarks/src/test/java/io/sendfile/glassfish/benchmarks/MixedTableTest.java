package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MixedTableTest {
  private static final Contestant NGINX = Contestant.parse("nginx=1/");

  private static MixedSample sample(String line) {
    return new MixedSample(MixSample.parse(line), 99.96, 0.125, 0.5);
  }

  @Test
  void showsThePercentilesOfEachTargetByNumberOfSlowClients() {
    MixedTable table = new MixedTable(List.of(NGINX), List.of(0, 100));

    table.add(
        NGINX,
        100,
        sample(
            "requests=2000 waiting=5 p50_0=250 p99_0=1100 p999_0=4000 p50_1=300 p99_1=1200"
                + " p999_1=5000 p50_2=900 p99_2=3000 p999_2=9000 sent_p99=60 cpu=1"));

    assertThat(table.report())
        .contains(
            "| Latency, p99.9, ms (median) | `/hello` alone | 2 KB alone | 200 KB alone"
                + " | `/hello` beside 100 | 2 KB beside 100 | 200 KB beside 100 |")
        .contains("| nginx | – | – | – | 0.25 | 0.30 | 0.90 |")
        .contains("| nginx | – | – | – | 4.00 | 5.00 | 9.00 |")
        .contains("| CPU of the server, cores (median) | alone | beside 100 |")
        .contains("| nginx | – | 0.125 |");
  }

  @Test
  void tellsTheShareOfRequestsWithoutAResponse() {
    assertThat(sample("requests=2000 waiting=5").unanswered()).isEqualTo(0.25);
  }

  @Test
  void namesTheFigureThatIsMissing() {
    MixedSample nothing = new MixedSample(Map.of(), 0, 0, 0);

    assertThatThrownBy(nothing::sentMillis).hasMessageContaining("did not say sent_p99");
  }
}
