package io.sendfile.glassfish.console;

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
}
