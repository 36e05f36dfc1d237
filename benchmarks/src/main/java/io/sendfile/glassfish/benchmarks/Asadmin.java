package io.sendfile.glassfish.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Changes the settings of the measured GlassFish, like its administrator.
 *
 * @param command that starts asadmin, with the port in its options
 */
record Asadmin(List<String> command) {
  /** Sets attributes of sendfile-config; does nothing for an empty map. */
  void set(Map<String, String> settings) {
    if (settings.isEmpty()) {
      return;
    }
    List<String> line = new ArrayList<>(List.of("set-sendfile-configuration"));
    settings.forEach((attribute, value) -> line.addAll(List.of("--" + attribute, value)));
    run(line);
  }

  /** Runs a command with its options; throws if it fails. */
  void run(List<String> arguments) {
    List<String> line = new ArrayList<>(command);
    line.addAll(arguments);
    String unused = LoadClient.say(line, "asadmin failed: " + line);
  }
}
