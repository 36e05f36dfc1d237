package io.sendfile.glassfish.answers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The outcome of an administration command.
 *
 * @param succeeded whether it succeeded
 * @param message output of asadmin
 * @param data structured output, by the command's documentation; empty if there is none
 */
public record CommandAnswer(boolean succeeded, String message, Map<String, Object> data) {
  public CommandAnswer {
    data = Map.copyOf(data);
  }

  /** Whether there are rows, though perhaps not of all servers. */
  public boolean hasRows() {
    return succeeded || data.containsKey("failures");
  }

  /** A line for each server that did not do it, while others did; it begins with its name. */
  public List<String> failures() {
    return data.get("failures") instanceof Map<?, ?> each
        ? each.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue()).toList()
        : List.of();
  }

  /** The rows of that name in the data; empty without any. */
  @SuppressWarnings("unchecked") // Columns have names, in the process as in JSON.
  public List<Map<String, Object>> rows(String name) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Object row : data.get(name) instanceof Iterable<?> all ? all : List.of()) {
      if (row instanceof Map<?, ?> map) {
        rows.add((Map<String, Object>) map);
      }
    }
    return rows;
  }
}
