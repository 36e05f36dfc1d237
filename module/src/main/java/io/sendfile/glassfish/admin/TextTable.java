package io.sendfile.glassfish.admin;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Rows as text in aligned columns, under their names. A value that is a map is shown as {@code
 * [name=value]}.
 */
final class TextTable {
  private final List<? extends Map<String, ?>> rows;
  private final List<String> columns;

  TextTable(List<? extends Map<String, ?>> rows, String... columns) {
    this.rows = rows;
    this.columns = Arrays.asList(columns);
  }

  /** All columns, in the order of the first row. */
  TextTable(List<? extends Map<String, ?>> rows) {
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

  private String line(Map<String, ?> row) {
    return columns.stream()
        .map(column -> pad(cell(row, column), width(column)))
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }

  private int width(String column) {
    return rows.stream()
        .mapToInt(row -> cell(row, column).length())
        .reduce(column.length(), Math::max);
  }

  private static String cell(Map<String, ?> row, String column) {
    Object value = row.get(column);
    if (value instanceof Map<?, ?> map) {
      return map.isEmpty()
          ? "-"
          : map.entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
    }
    return value == null ? "" : value.toString();
  }

  private static String pad(String value, int width) {
    return value + " ".repeat(width - value.length());
  }
}
