package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColdBenchmarkTest {
  private final ColdBenchmark cold =
      new ColdBenchmark(
          List.of(), new FreshServers(Path.of("unused")), List.of("sendfile", "copy", "docroot"));

  @Test
  void showsTheMeanCostOfSoManyFirstRequests() {
    cold.add(
        "sendfile", BenchFile.kilobytes(2), "requests=1000 server_100=90000 server_1000=400000");

    assertThat(cold.report(1))
        .contains("| CPU of the server, µs per request | 2 KB, first 100 | 2 KB, first 1,000 |")
        .contains("| sendfile | 900.0 | 400.0 | – | – | – | – | – | – |");
  }

  @Test
  void showsRatiosToGlassFishsOwnWays() {
    cold.add("sendfile", BenchFile.kilobytes(14), "server_100=90000");
    cold.add("copy", BenchFile.kilobytes(14), "server_100=60000");

    assertThat(cold.report(1))
        .contains("| CPU: times copy | ")
        .contains("| sendfile | – | – | – | – | 1.50 | – | – | – |")
        .contains("| CPU: times docroot | ");
  }

  @Test
  void showsWhatCompilersTookForAsManyRequests() {
    cold.addCompilers("sendfile", BenchFile.kilobytes(2), 7.5);

    assertThat(cold.report(1))
        .contains(
            "| CPU of the JVM's compilers meanwhile, s, of the first 100,000 | 2 KB | 14 KB |")
        .contains("| sendfile | 7.5 | – |");
  }
}
