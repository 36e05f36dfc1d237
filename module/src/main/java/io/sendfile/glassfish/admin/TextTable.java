package io.sendfile.glassfish.admin;

import com.sun.enterprise.util.ColumnFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Formats rows as aligned columns with headings. A value that is a map is shown as {@code
 * [name=value]}.
 */
public final class TextTable {
  private final List<? extends Map<String, ?>> rows;
  private final List<String> columns;

  TextTable(List<? extends Map<String, ?>> rows, String... columns) {
    this.rows = rows;
    this.columns = Arrays.asList(columns);
  }

  /** All columns, in the order of the first row. */
  public TextTable(List<? extends Map<String, ?>> rows) {
    this.rows = rows;
    this.columns = rows.isEmpty() ? List.of() : List.copyOf(rows.get(0).keySet());
  }

  public String text() {
    if (rows.isEmpty()) {
      return "Nothing to list.";
    }
    ColumnFormatter table = new ColumnFormatter(columns.toArray(String[]::new));
    rows.forEach(row -> table.addRow(columns.stream().map(name -> cell(row, name)).toArray()));
    // It fills the last column with spaces, too.
    return table.toString().lines().map(String::stripTrailing).collect(Collectors.joining("\n"));
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
}
