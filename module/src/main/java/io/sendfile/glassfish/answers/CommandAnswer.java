package io.sendfile.glassfish.answers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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

  /** The reasons of the servers that did not do it, while others did, by their names. */
  public Map<String, String> reasons() {
    Map<String, String> reasons = new LinkedHashMap<>();
    if (data.get("failures") instanceof Map<?, ?> each) {
      each.forEach((server, why) -> reasons.put(String.valueOf(server), String.valueOf(why)));
    }
    return reasons;
  }

  /** A line for each of these servers; it begins with its name. */
  public List<String> failures() {
    return reasons().entrySet().stream().map(one -> one.getKey() + ": " + one.getValue()).toList();
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
