package io.sendfile.glassfish.admin;

import io.sendfile.core.files.Escapes;
import io.sendfile.glassfish.monitoring.RunningTransfer;
import io.sendfile.glassfish.monitoring.TransferColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A running transfer as a row of text. */
final class TransferRows {
  /** The columns of the short form; file and verdict come last, as they may be long. */
  private static final List<TransferColumn> BRIEF =
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

  /**
   * Changes the transfers with these ids, and returns their rows.
   *
   * @param change throws an IllegalArgumentException for a transfer that cannot be changed
   * @throws RefusedException if no transfer could be changed
   */
  static List<Map<String, String>> changed(
      List<String> ids, Function<String, RunningTransfer> change) throws RefusedException {
    List<Map<String, String>> rows = new ArrayList<>();
    List<IllegalArgumentException> refused = new ArrayList<>();
    for (String id : ids) {
      try {
        rows.add(row(change.apply(id)));
      } catch (IllegalArgumentException e) {
        refused.add(e);
      }
    }
    if (rows.isEmpty() && refused.size() == 1) {
      throw RefusedException.of(refused.get(0));
    }
    if (rows.isEmpty()) {
      throw new RefusedException(
          "None of these "
              + ids.size()
              + " ids is that of one running transfer; list-sendfile-transfers shows those that"
              + " are");
    }
    return rows;
  }

  /** A row in the short form. */
  static Map<String, String> brief(Map<String, String> row) {
    Map<String, String> brief = new LinkedHashMap<>();
    for (TransferColumn column : BRIEF) {
      brief.put(
          column == TransferColumn.PERCENT ? "done" : column.label(),
          column.brief(row.getOrDefault(column.label(), "")));
    }
    return brief;
  }

  /**
   * One sentence per transfer, which begins with its id, and one about the ids without a row.
   *
   * @param rows with all texts escaped
   */
  static String sentences(
      List<String> ids,
      List<Map<String, String>> rows,
      boolean several,
      Function<Map<String, String>, String> predicate) {
    Stream<String> done =
        rows.stream()
            .map(
                row ->
                    String.format(
                        "%sTransfer %s (%s to %s) %s.",
                        several ? row.get(RuntimeCommand.INSTANCE) + ": " : "",
                        row.get("id"),
                        row.get("file"),
                        row.get("client"),
                        predicate.apply(row)));
    List<String> gone =
        ids.stream()
            .map(Escapes::forTerminal)
            .filter(id -> rows.stream().noneMatch(row -> isOf(id, row)))
            .toList();
    return Stream.concat(
            done,
            gone.isEmpty()
                ? Stream.empty()
                : Stream.of("Not the id of one running transfer: " + String.join(", ", gone)))
        .collect(Collectors.joining("\n"));
  }

  private static boolean isOf(String id, Map<String, String> row) {
    return id.equals(row.get("id")) || id.equals(row.get("download-id"));
  }
}
