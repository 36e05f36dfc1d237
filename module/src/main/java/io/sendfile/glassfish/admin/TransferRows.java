package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.monitoring.RunningTransfer;
import io.sendfile.glassfish.monitoring.TransferColumn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A running transfer as a row of text. */
final class TransferRows {
  /** The columns for a glance; the file and the verdict, which may be long, come last. */
  private static final List<TransferColumn> GLANCE =
      List.of(
          TransferColumn.ID,
          TransferColumn.APPLICATION,
          TransferColumn.CLIENT,
          TransferColumn.PERCENT,
          TransferColumn.TOTAL,
          TransferColumn.RATE,
          TransferColumn.ETA,
          TransferColumn.FILE,
          TransferColumn.VERDICT);

  private TransferRows() {}

  static Map<String, String> row(RunningTransfer transfer) {
    Map<String, String> row = new LinkedHashMap<>();
    for (TransferColumn column : TransferColumn.values()) {
      row.put(column.label(), column.full(column.value(transfer)));
    }
    return row;
  }

  /** A row for a glance, in short forms. */
  static Map<String, String> glance(Map<String, String> row) {
    Map<String, String> glance = new LinkedHashMap<>();
    for (TransferColumn column : GLANCE) {
      glance.put(
          column == TransferColumn.PERCENT ? "done" : column.label(),
          column.brief(row.getOrDefault(column.label(), "")));
    }
    return glance;
  }

  /** One sentence per transfer, which begins with its id. */
  static String sentences(
      List<Map<String, String>> rows,
      boolean several,
      Function<Map<String, String>, String> predicate) {
    return rows.stream()
        .map(
            row ->
                String.format(
                    "%sTransfer %s (%s to %s) %s.",
                    several ? row.get(RuntimeCommand.INSTANCE) + ": " : "",
                    row.get("id"),
                    row.get("file"),
                    row.get("client"),
                    predicate.apply(row)))
        .collect(Collectors.joining("\n"));
  }
}
