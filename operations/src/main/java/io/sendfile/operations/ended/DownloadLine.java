package io.sendfile.operations.ended;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * An ended transfer as a JSON object (RFC 8259) in one line: the value of each {@link EndedColumn}
 * by its label, and the percentage of its time by {@code Phase}. Characters that control, hide or
 * reorder text are escaped.
 */
final class DownloadLine {
  private DownloadLine() {}

  static String of(EndedTransfer row, Map<String, Integer> timePercent) {
    StringBuilder line = new StringBuilder("{");
    for (EndedColumn column : EndedColumn.values()) {
      member(line, column.label());
      Object value = column.value(row);
      if (value instanceof Number) {
        line.append(value);
      } else {
        quote(line, value.toString());
      }
      line.append(',');
    }
    member(line, "time-percent");
    return line.append(shares(timePercent)).append('}').toString();
  }

  private static String shares(Map<String, Integer> timePercent) {
    return timePercent.entrySet().stream()
        .map(share -> "\"" + share.getKey() + "\":" + share.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static void member(StringBuilder line, String name) {
    quote(line, name);
    line.append(':');
  }

  private static void quote(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (isEscaped(c)) {
        line.append(String.format("\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    line.append('"');
  }

  private static boolean isEscaped(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
