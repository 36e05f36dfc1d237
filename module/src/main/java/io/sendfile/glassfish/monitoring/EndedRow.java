package io.sendfile.glassfish.monitoring;

import io.sendfile.glassfish.ended.EndedColumn;
import io.sendfile.glassfish.ended.EndedTransfer;
import java.util.LinkedHashMap;
import java.util.Map;

/** An ended transfer as values by column. */
public final class EndedRow {
  private EndedRow() {}

  /** All values with all their digits, by label. */
  public static Map<String, String> full(EndedTransfer ended) {
    Map<String, String> row = new LinkedHashMap<>();
    for (EndedColumn column : EndedColumn.values()) {
      row.put(column.label(), column.full(ended));
    }
    return row;
  }

  /** The short form of a full value; an empty text stays empty. */
  public static String brief(EndedColumn column, String full) {
    if (full.isEmpty()) {
      return full;
    }
    return switch (column.kind()) {
      case TEXT -> full;
      case TIME -> full.replaceFirst("[.]\\d+Z", "Z");
      case BYTES -> Amounts.bytes(Long.parseLong(full));
      case RATE -> Amounts.bytes(Long.parseLong(full)) + "/s";
      case MILLIS -> Amounts.millis(Long.parseLong(full));
    };
  }
}
