package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.operations.problems.RootState;
import io.sendfile.spi.PlugIn;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A root, a limit, a listener or a plug-in.
 *
 * @param name its name
 * @param cells texts of the table, by column
 * @param values its own settings, by attribute
 * @param properties of a plug-in, those that are not set too; secrets are hidden
 * @param meanings of properties, with their defaults
 */
public record ElementRow(
    String name,
    Map<String, String> cells,
    Map<String, String> values,
    Map<String, String> properties,
    Map<String, String> meanings)
    implements Serializable {
  static final ElementRow NONE = new ElementRow("", Map.of(), Map.of(), Map.of(), Map.of());

  public ElementRow {
    cells = Map.copyOf(cells);
    values = Map.copyOf(values);
    properties = Map.copyOf(properties);
    meanings = Map.copyOf(meanings);
  }

  static ElementRow of(Map<String, Object> row) {
    Map<String, String> cells = new HashMap<>();
    Map<String, String> values = new HashMap<>();
    row.forEach(
        (column, value) -> {
          String text = Text.of(value);
          cells.put(column, Text.local(Text.plain(text)));
          if (!(value instanceof Map<?, ?>)) {
            values.put(column, Text.of(value));
          }
        });
    if (row.get("own") instanceof Map<?, ?> own) {
      values.clear();
      own.forEach((attribute, value) -> values.put(Text.of(attribute), Text.of(value)));
    }
    Map<String, String> properties = new HashMap<>();
    Map<String, String> meanings = new HashMap<>();
    for (Map<String, Object> known : new CommandAnswer(true, "", row).rows("known-properties")) {
      String property = Text.of(known.get("name"));
      properties.put(property, "");
      meanings.put(property, Text.plain(meaning(known)));
    }
    if (row.get("properties") instanceof Map<?, ?> set) {
      set.forEach((property, value) -> properties.put(Text.of(property), Text.of(value)));
    }
    return new ElementRow(Text.of(row.get("name")), cells, values, properties, meanings);
  }

  private static String meaning(Map<String, Object> known) {
    boolean needed = Boolean.parseBoolean(Text.of(known.get("needed")));
    return new PlugIn.Property("", Text.of(known.get("help")), Text.of(known.get("usual")), needed)
        .said();
  }

  /** Whether a column reports a fault. */
  public boolean warns(ElementKind kind, String column) {
    return column.equals("state")
        && switch (kind) {
          case ROOT ->
              !List.of(RootState.PRESENT.label(), RootState.STORED.label(), RootState.ELSEWHERE)
                  .contains(cell(column));
          case PLUGIN ->
              Stream.of("off", "failing", "left out", "not installed")
                  .anyMatch(cell(column)::startsWith);
          case LIMIT, LISTENER -> false;
        };
  }

  /**
   * Where the files of a root lie: its store, beside which its path is a name only, or its path.
   */
  public String place() {
    String store = cell("store");
    return store.isEmpty() ? cell("path") : store;
  }

  /** Text of a column. */
  public String cell(String column) {
    return cells.getOrDefault(column, "");
  }
}
