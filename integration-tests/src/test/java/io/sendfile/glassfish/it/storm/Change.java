package io.sendfile.glassfish.it.storm;

import io.sendfile.core.settings.Setting;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A requested change.
 *
 * @param refusal a part of the expected refusal; empty if the change must be accepted
 * @param effect the settings after an accepted change
 */
record Change(Request request, String refusal, Consumer<Model> effect) {
  /** Form of the request. */
  sealed interface Request {}

  /**
   * By a command of the module.
   *
   * @param options by name
   * @param operand empty if it has none
   */
  record Command(String name, Map<String, String> options, String operand) implements Request {
    boolean deletes() {
      return name.startsWith("delete-");
    }
  }

  /** GlassFish's own commands for single attributes. */
  record Assignment(Node node, Setting setting, String value) implements Request {}

  static Change accepted(Request request, Consumer<Model> effect) {
    return new Change(request, "", effect);
  }

  static Change refused(Request request, String refusal) {
    return new Change(request, refusal, model -> {});
  }

  boolean isAccepted() {
    return refusal.isEmpty();
  }

  /** REST drops empty values before a command sees them. */
  boolean fitsRest() {
    return !(request instanceof Command command) || !command.options().containsValue("");
  }
}
