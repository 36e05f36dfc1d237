package io.sendfile.glassfish.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The table of 2007, over today's protocols. */
final class BufferTable {
  /** The report of 2007 does not give the size of its small file. */
  private static final BenchFile SMALL = BenchFile.kilobytes(2);

  private static final BenchFile LARGE = BenchFile.megabytes(1);

  static final List<Cell> CELLS =
      List.of(
          new Cell(Wire.CLEAR, SMALL),
          new Cell(Wire.TLS, SMALL),
          new Cell(Wire.HTTP2, SMALL),
          new Cell(Wire.TLS.with(30, 1), LARGE),
          new Cell(Wire.HTTP2.with(6, 5), LARGE));

  static final List<BenchFile> FILES = List.of(SMALL, LARGE);

  /** One run has too few collections for a median. */
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("Requests per second", "median", 0, BufferSample::requestsPerSecond),
          new Figure(
              "CPU of the server, µs per request", "median", 1, BufferSample::cpuMicrosPerRequest),
          new Figure(
              "Allocated on the heap, KB per request",
              "median",
              2,
              BufferSample::kilobytesPerRequest),
          new Figure("GC pauses per second", "mean", 2, BufferSample::pausesPerSecond),
          new Figure("GC pauses, ms per second", "mean", 2, BufferSample::pausedMillisPerSecond),
          new Figure("Memory of direct buffers, MB", "median", 1, BufferSample::directMegabytes));

  private final Map<String, Map<Cell, List<BufferSample>>> samples = new LinkedHashMap<>();

  void add(Contestant policy, Cell cell, BufferSample sample) {
    samples
        .computeIfAbsent(policy.name(), name -> new LinkedHashMap<>())
        .computeIfAbsent(cell, c -> new ArrayList<>())
        .add(sample);
  }

  String report(List<Contestant> policies) {
    StringBuilder text = new StringBuilder();
    FIGURES.forEach(figure -> text.append(part(figure, policies)));
    Figure rate = FIGURES.get(0);
    String base = policies.get(0).name();
    return text.append(
            table(
                rate.title + ": times " + base,
                policies,
                (policy, cell) ->
                    Markdown.number(
                        Statistics.medianRatio(
                            rate.values(samples(policy, cell)), rate.values(samples(base, cell))),
                        2)))
        .toString();
  }

  private String part(Figure figure, List<Contestant> policies) {
    return table(
        figure.title + " (" + figure.way + ")",
        policies,
        (policy, cell) -> figure.show(samples(policy, cell)));
  }

  private static String table(String title, List<Contestant> policies, Field field) {
    List<List<String>> rows = new ArrayList<>();
    for (Contestant policy : policies) {
      List<String> row = new ArrayList<>(List.of(policy.name()));
      CELLS.forEach(cell -> row.add(field.of(policy.name(), cell)));
      rows.add(row);
    }
    return Markdown.table(title, CELLS.stream().map(Cell::title).toList(), rows);
  }

  private List<BufferSample> samples(String policy, Cell cell) {
    return samples.getOrDefault(policy, Map.of()).getOrDefault(cell, List.of());
  }

  /** One column. */
  record Cell(Wire wire, BenchFile file) {
    String title() {
      return wire.title() + ", " + file.title();
    }
  }

  private interface Field {
    String of(String policy, Cell cell);
  }

  private record Figure(
      String title, String way, int decimals, ToDoubleFunction<BufferSample> value) {
    List<Double> values(List<BufferSample> samples) {
      return samples.stream().map(value::applyAsDouble).toList();
    }

    String show(List<BufferSample> samples) {
      List<Double> values = values(samples);
      double shown =
          way.equals("mean")
              ? values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN)
              : Statistics.median(values);
      return Markdown.number(shown, decimals);
    }
  }
}
