package io.sendfile.glassfish.benchmarks;

import io.sendfile.glassfish.benchmarks.ResultFile.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * Two tables of the same figure side by side, "then · now" in each field.
 *
 * @param title the figure, with its unit
 * @param then the published table
 * @param now the new table
 * @param rows names of the rows shown, the first one the base of ratios
 * @param columns shown
 * @param decimals of absolute figures
 */
record Comparison(
    String title, Table then, Table now, List<String> rows, List<String> columns, int decimals) {
  /** The absolute figures. */
  String absolute() {
    return table(title, (row, column) -> both(row, column, decimals));
  }

  /**
   * Each figure as a multiple of the first row's in the same table: comparable between machines.
   */
  String ratios(String base) {
    return table(
        title + ": times " + base,
        (row, column) ->
            number(then.value(row, column) / then.value(base, column), 2)
                + " · "
                + number(now.value(row, column) / now.value(base, column), 2));
  }

  private String both(String row, String column, int places) {
    return number(then.value(row, column), places) + " · " + number(now.value(row, column), places);
  }

  /** A ratio with zero has no meaning. */
  private static String number(double value, int decimals) {
    return Double.isInfinite(value) ? "–" : Markdown.number(value, decimals);
  }

  private String table(String head, BinaryOperator<String> field) {
    List<List<String>> fields = new ArrayList<>();
    for (String row : rows) {
      List<String> line = new ArrayList<>(List.of(row));
      columns.forEach(column -> line.add(field.apply(row, column)));
      fields.add(line);
    }
    return Markdown.table(head, columns, fields);
  }
}
