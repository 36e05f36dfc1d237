package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BillBenchmarkTest {
  private final BillBenchmark bills =
      new BillBenchmark(
          new ClearClient(List.of()),
          new FreshServers(Path.of("unused")),
          Duration.ofSeconds(10),
          List.of("sendfile", "copy"));

  @Test
  void showsTheCostOfAStartAndOfARequestBeforeAndAfter() {
    bills.add("sendfile", BenchFile.megabytes(1), bill(17, 2000));
    bills.add("copy", BenchFile.megabytes(1), bill(9.2, 1000));

    assertThat(bills.report(1))
        .contains("| CPU of compilers until they rest, s | 2 KB | 1 MB |")
        .contains("| sendfile | – | 17.0 |")
        .contains("| … of its request threads | 2 KB | 1 MB |")
        .contains("| sendfile | – | 70.0 |")
        .contains("| CPU at the beginning: times copy | 2 KB | 1 MB |")
        .contains("| sendfile | – | 2.00 |");
  }

  private static BillBenchmark.Bill bill(double compilerSeconds, double firstMicros) {
    Sample first = sample(firstMicros);
    return new BillBenchmark.Bill(compilerSeconds, 80, 5000, 12000, first, sample(300), 0.07, 0.2);
  }

  private static Sample sample(double micros) {
    return new Sample(1000, 1000, 10_000_000, micros / 1e3, 0.1, 0.2, 0, 0);
  }
}
