package io.sendfile.glassfish.admin;

import com.sun.enterprise.util.ColumnFormatter;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Formats rows with headings: as aligned columns, or as CSV. A value that is a map is shown as
 * {@code name=value}.
 */
public final class TextTable {
  private static final Pattern FORMULA = Pattern.compile("[=+@-]");
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+([.]\\d+)?");
  private static final Pattern SPECIAL = Pattern.compile("[\",\\r\\n]");

  private final List<? extends Map<String, ?>> rows;
  private final List<String> columns;

  TextTable(List<? extends Map<String, ?>> rows, String... columns) {
    this.rows = rows;
    this.columns = Arrays.asList(columns);
  }

  /** All columns of all rows, in the order of their first appearance. */
  public TextTable(List<? extends Map<String, ?>> rows) {
    this(rows, List.of());
  }

  /**
   * All columns of all rows, in the order of their first appearance.
   *
   * @param known columns that the table has without rows, too, before those of the rows alone
   */
  public TextTable(List<? extends Map<String, ?>> rows, Collection<String> known) {
    this.rows = rows;
    this.columns =
        Stream.concat(known.stream(), rows.stream().flatMap(row -> row.keySet().stream()))
            .distinct()
            .toList();
  }

  public String text() {
    if (rows.isEmpty()) {
      return "Nothing to list.";
    }
    ColumnFormatter table = new ColumnFormatter(columns.toArray(String[]::new));
    rows.forEach(row -> table.addRow(columns.stream().map(name -> cell(row, name)).toArray()));
    // The formatter fills the last column with spaces, too.
    return table.toString().lines().map(String::stripTrailing).collect(Collectors.joining("\n"));
  }

  /**
   * Names of columns and rows as CSV (RFC 4180) without the last line break. A cell that a
   * spreadsheet would take for a formula begins with an apostrophe.
   */
  public String csv() {
    return Stream.concat(
            Stream.of(columns),
            rows.stream().map(row -> columns.stream().map(name -> cell(row, name)).toList()))
        .map(cells -> cells.stream().map(TextTable::quoted).collect(Collectors.joining(",")))
        .collect(Collectors.joining("\n"));
  }

  private static String quoted(String cell) {
    boolean formula = FORMULA.matcher(cell).lookingAt() && !NUMBER.matcher(cell).matches();
    String text = formula ? "'" + cell : cell;
    return SPECIAL.matcher(text).find() ? '"' + text.replace("\"", "\"\"") + '"' : text;
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
