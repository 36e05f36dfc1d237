package io.sendfile.glassfish.glassfish.admin;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Rows as text in aligned columns, under their names. */
final class TextTable {
  private final List<Map<String, String>> rows;
  private final List<String> columns;

  TextTable(List<Map<String, String>> rows, String... columns) {
    this.rows = rows;
    this.columns = Arrays.asList(columns);
  }

  /** All columns, in the order of the first row. */
  TextTable(List<Map<String, String>> rows) {
    this.rows = rows;
    this.columns = rows.isEmpty() ? List.of() : List.copyOf(rows.get(0).keySet());
  }

  String text() {
    if (rows.isEmpty()) {
      return "Nothing to list.";
    }
    Map<String, String> head =
        columns.stream().collect(Collectors.toMap(name -> name, name -> name));
    return line(head) + rows.stream().map(row -> "\n" + line(row)).collect(Collectors.joining());
  }

  private String line(Map<String, String> row) {
    return columns.stream()
        .map(column -> pad(row.getOrDefault(column, ""), width(column)))
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }

  private int width(String column) {
    return rows.stream()
        .mapToInt(row -> row.getOrDefault(column, "").length())
        .reduce(column.length(), Math::max);
  }

  private static String pad(String value, int width) {
    return value + " ".repeat(width - value.length());
  }
}
