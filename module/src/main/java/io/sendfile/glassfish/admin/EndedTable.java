package io.sendfile.glassfish.admin;

import io.sendfile.operations.ended.EndedColumn;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ended transfers as text for the console. */
final class EndedTable {
  /** The columns of the short form; the name of the file comes last, as it may be long. */
  private static final List<EndedColumn> BRIEF =
      List.of(
          EndedColumn.TIME,
          EndedColumn.OUTCOME,
          EndedColumn.STATUS,
          EndedColumn.CLIENT,
          EndedColumn.APPLICATION,
          EndedColumn.BYTES,
          EndedColumn.TOTAL,
          EndedColumn.AVERAGE,
          EndedColumn.DURATION,
          EndedColumn.FILE);

  private EndedTable() {}

  /**
   * The rows, the oldest first.
   *
   * @param several whether they may be of several servers
   * @param everything whether all columns are wanted, with numbers in full
   */
  static String text(List<Map<String, String>> rows, boolean several, boolean everything) {
    if (rows.isEmpty()) {
      return "No remembered transfer matches these conditions.";
    }
    return new TextTable(
            rows.stream()
                .sorted(Comparator.comparing(row -> value(row, EndedColumn.TIME)))
                .map(row -> RuntimeCommand.shown(row, several, cells(row, everything)))
                .toList())
        .text();
  }

  private static Map<String, String> cells(Map<String, String> row, boolean everything) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (EndedColumn column : everything ? List.of(EndedColumn.values()) : BRIEF) {
      String full = value(row, column);
      cells.put(
          everything ? column.label() : heading(column), everything ? full : column.brief(full));
    }
    return cells;
  }

  private static String value(Map<String, String> row, EndedColumn column) {
    return row.getOrDefault(column.label(), "");
  }

  /** The heading without the unit, which is part of the short form. */
  private static String heading(EndedColumn column) {
    return column.label().replace("-ms", "");
  }
}
