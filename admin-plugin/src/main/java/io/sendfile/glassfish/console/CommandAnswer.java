package io.sendfile.glassfish.console;

import java.util.Map;

/**
 * What an administration command answered.
 *
 * @param succeeded whether it did what was asked
 * @param message what asadmin would print
 * @param data the same as data, as the command's documentation tells; empty if there is none
 */
public record CommandAnswer(boolean succeeded, String message, Map<String, Object> data) {
  public CommandAnswer {
    data = Map.copyOf(data);
  }
}
