package io.sendfile.glassfish.console;

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

  /** A line for each server that did not do it, while others did; it begins with its name. */
  public List<String> failures() {
    return data.get("failures") instanceof Map<?, ?> each
        ? each.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue()).toList()
        : List.of();
  }
}
