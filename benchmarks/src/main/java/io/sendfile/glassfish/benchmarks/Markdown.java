package io.sendfile.glassfish.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Tables in Markdown. */
final class Markdown {
  private Markdown() {}

  static String number(double value, int decimals) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  static String table(String title, List<String> columns, List<List<String>> rows) {
    List<String> head = new ArrayList<>();
    head.add(title);
    head.addAll(columns);
    String body = rows.stream().map(Markdown::line).collect(Collectors.joining());
    return line(head) + "|---" + "|---:".repeat(columns.size()) + "|\n" + body + "\n";
  }

  /** A row of numbers per name, with one number per column. */
  static String table(
      String title, List<String> columns, Map<String, double[]> lines, int decimals) {
    List<List<String>> rows = new ArrayList<>();
    lines.forEach(
        (name, values) -> {
          List<String> row = new ArrayList<>(List.of(name));
          Arrays.stream(values).mapToObj(value -> number(value, decimals)).forEach(row::add);
          rows.add(row);
        });
    return table(title, columns, rows);
  }

  private static String line(List<String> fields) {
    return fields.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
