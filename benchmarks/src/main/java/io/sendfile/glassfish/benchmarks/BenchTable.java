package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.Rounds.Cell;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What a table measures and shows. A further table is one more constant here.
 *
 * @param name as given to {@code ./run-bench.sh}
 * @param files the files sent
 * @param time of one measurement
 * @param figures one part of the report each; the first is the result, with ratios
 */
record BenchTable(String name, List<BenchFile> files, Duration time, List<Figure> figures) {
  static final List<BenchTable> ALL =
      List.of(
          new BenchTable(
              "cpu",
              List.of(BenchFile.megabytes(1), BenchFile.megabytes(20), BenchFile.megabytes(100)),
              Duration.ofMillis(800),
              List.of(
                  new Figure("CPU of the server, s per GB", 3, Sample::cpuSecondsPerGigabyte),
                  new Figure(
                      "CPU of server and client, s per GB", 3, Sample::totalCpuSecondsPerGigabyte),
                  new Figure("Throughput, MB/s", 0, Sample::megabytesPerSecond))),
          new BenchTable(
              "small",
              List.of(BenchFile.kilobytes(2), BenchFile.kilobytes(14)),
              Duration.ofMillis(1500),
              List.of(
                  new Figure("CPU of the server, µs per request", 1, Sample::cpuMicrosPerRequest),
                  new Figure("Requests per second", 0, Sample::requestsPerSecond))),
          new BenchTable(
              "static",
              List.of(
                  BenchFile.kilobytes(2),
                  BenchFile.kilobytes(14),
                  BenchFile.megabytes(1),
                  BenchFile.megabytes(100)),
              Duration.ofMillis(1500),
              List.of(
                  new Figure("CPU of the server, µs per request", 1, Sample::cpuMicrosPerRequest),
                  new Figure("CPU of the server, s per GB", 3, Sample::cpuSecondsPerGigabyte),
                  new Figure("Requests per second", 0, Sample::requestsPerSecond))));

  static BenchTable named(String name) {
    return ALL.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no table '%s': choose one of %s"
                        .formatted(name, ALL.stream().map(BenchTable::name).toList())));
  }

  String report(List<Contestant> contestants, Map<Cell, List<Sample>> samples) {
    StringBuilder text = new StringBuilder();
    for (Figure figure : figures) {
      List<List<String>> rows =
          contestants.stream()
              .map(c -> Markdown.row(c.name(), files, f -> figure.median(samples, c.name(), f)))
              .toList();
      text.append(Markdown.table(figure.title() + " (median)", titles(), rows));
    }
    String base = Contestant.baseline(contestants);
    List<List<String>> ratios =
        contestants.stream()
            .map(
                c ->
                    Markdown.row(
                        c.name(), files, f -> figures.get(0).ratio(samples, base, c.name(), f)))
            .toList();
    return text.append(Markdown.table("CPU: times " + base, titles(), ratios)).toString();
  }

  private List<String> titles() {
    return files.stream().map(BenchFile::title).toList();
  }

  /**
   * A figure taken from each sample.
   *
   * @param title with its unit
   * @param decimals shown
   */
  record Figure(String title, int decimals, ToDoubleFunction<Sample> value) {
    String median(Map<Cell, List<Sample>> samples, String contestant, BenchFile file) {
      return Markdown.number(Statistics.median(values(samples, contestant, file)), decimals);
    }

    /** The median of the ratios to the baseline in the same round. */
    String ratio(Map<Cell, List<Sample>> samples, String base, String contestant, BenchFile file) {
      List<Double> own = values(samples, contestant, file);
      List<Double> others = values(samples, base, file);
      return Markdown.number(Statistics.medianRatio(own, others), 2);
    }

    private List<Double> values(Map<Cell, List<Sample>> samples, String name, BenchFile file) {
      return samples.getOrDefault(new Cell(name, file), List.of()).stream()
          .map(value::applyAsDouble)
          .toList();
    }
  }
}
