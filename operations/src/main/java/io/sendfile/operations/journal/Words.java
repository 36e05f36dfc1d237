package io.sendfile.operations.journal;

import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Values of a row by label, as a line of text: {@code label=value}, separated by tabs, without
 * empty values.
 */
public final class Words {
  private Words() {}

  /** The line of these values, in their order. */
  public static String line(Map<String, String> values) {
    StringJoiner line = new StringJoiner("\t");
    values.forEach(
        (label, value) -> {
          if (!value.isEmpty()) {
            line.add(label + '=' + escaped(value));
          }
        });
    return line.toString();
  }

  /**
   * The values of a line.
   *
   * @throws IllegalArgumentException for a wrong escape
   */
  public static Map<String, String> of(String line) {
    Map<String, String> values = new HashMap<>();
    for (String word : line.split("\t", -1)) {
      int end = word.indexOf('=');
      if (end > 0) {
        values.put(word.substring(0, end), unescaped(word.substring(end + 1)));
      }
    }
    return values;
  }

  /** Without the characters that separate words and lines. */
  private static String escaped(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String unescaped(String value) {
    // Handles escapes of String literals, among them these four.
    return value.indexOf('\\') < 0 ? value : value.translateEscapes();
  }
}
