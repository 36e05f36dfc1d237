package io.sendfile.glassfish.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
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

  /** Without samples, of these contestants. */
  static <S> Grid<S> of(List<Contestant> contestants, List<String> columns) {
    return new Grid<>(contestants.stream().map(Contestant::name).toList(), columns);
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

  /** The same; the remark stands behind the title. */
  String table(Figure<S> figure, String remark) {
    return table(figure.title() + remark, figure.decimals(), figure.value());
  }

  /** Means instead of medians, for figures of which a sample has few. */
  String means(Figure<S> figure) {
    return Markdown.table(
        figure.title() + " (mean)",
        columns,
        lines((contestant, column) -> mean(values(contestant, column, figure.value()))),
        figure.decimals());
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /** Medians of the ratios to one contestant's figure in the same round, in Markdown. */
  String ratios(String title, String base, ToDoubleFunction<S> value) {
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
    return Markdown.table(title + ": times " + base, columns, rows);
  }

  /** One figure of all contestants, for a chart. */
  Map<String, double[]> lines(ToDoubleFunction<S> value) {
    return lines((contestant, column) -> median(contestant, column, value));
  }

  private Map<String, double[]> lines(ToDoubleBiFunction<String, String> field) {
    Map<String, double[]> lines = new LinkedHashMap<>();
    for (String contestant : contestants) {
      lines.put(
          contestant,
          columns.stream()
              .mapToDouble(column -> field.applyAsDouble(contestant, column))
              .toArray());
    }
    return lines;
  }

  /** Key of a cell. */
  record Field(String contestant, String column) {}
}
