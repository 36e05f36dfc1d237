package io.sendfile.glassfish.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Samples by contestant and column; a table shows their medians.
 *
 * @param contestants the rows
 * @param columns their titles
 * @param cells the samples of each field
 * @param <S> one sample
 */
record Grid<S>(List<String> contestants, List<String> columns, Map<Field, List<S>> cells) {
  Grid(List<String> contestants, List<String> columns) {
    this(contestants, columns, new LinkedHashMap<>());
  }

  void add(String contestant, String column, S sample) {
    cells.computeIfAbsent(new Field(contestant, column), f -> new ArrayList<>()).add(sample);
  }

  /** The median of a figure; NaN where there is none. */
  double median(String contestant, String column, ToDoubleFunction<S> value) {
    return Statistics.median(values(contestant, column, value));
  }

  private List<Double> values(String contestant, String column, ToDoubleFunction<S> value) {
    return cells.getOrDefault(new Field(contestant, column), List.of()).stream()
        .map(value::applyAsDouble)
        .toList();
  }

  /** One figure of all contestants, in Markdown. */
  String table(String title, int decimals, ToDoubleFunction<S> value) {
    return Markdown.table(title, columns, lines(value), decimals);
  }

  /** Medians of the ratios to one contestant's figure in the same round, in Markdown. */
  String ratios(String base, ToDoubleFunction<S> value) {
    List<List<String>> rows = new ArrayList<>();
    for (String contestant : contestants) {
      List<String> row = new ArrayList<>(List.of(contestant));
      for (String column : columns) {
        double ratio =
            Statistics.medianRatio(values(contestant, column, value), values(base, column, value));
        row.add(Markdown.number(ratio, 2));
      }
      rows.add(row);
    }
    return Markdown.table("CPU: times " + base, columns, rows);
  }

  /** One figure of all contestants, for a chart. */
  Map<String, double[]> lines(ToDoubleFunction<S> value) {
    Map<String, double[]> lines = new LinkedHashMap<>();
    for (String contestant : contestants) {
      lines.put(
          contestant,
          columns.stream().mapToDouble(column -> median(contestant, column, value)).toArray());
    }
    return lines;
  }

  /** Key of a cell. */
  record Field(String contestant, String column) {}
}
