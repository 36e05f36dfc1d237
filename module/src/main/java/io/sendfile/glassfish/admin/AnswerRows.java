package io.sendfile.glassfish.admin;

import jakarta.json.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows in the answer of another server. */
final class AnswerRows {
  private AnswerRows() {}

  /** The maps of a list, as text; empty for anything but a list of maps. */
  static List<Map<String, String>> of(@Nullable Object list) {
    List<Map<String, String>> copies = new ArrayList<>();
    for (Object row : list instanceof Iterable<?> rows ? rows : List.of()) {
      if (row instanceof Map<?, ?> map) {
        Map<String, String> copy = new LinkedHashMap<>();
        map.forEach((name, value) -> copy.put(String.valueOf(name), text(value)));
        copies.add(copy);
      }
    }
    return copies;
  }

  /** GlassFish leaves a string; Payara a value of JSON, whose own text is in quotation marks. */
  private static String text(@Nullable Object value) {
    return value instanceof JsonString json ? json.getString() : String.valueOf(value);
  }
}
