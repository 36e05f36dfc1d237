package io.sendfile.glassfish.it.storm;

import io.sendfile.glassfish.settings.Setting;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A change that somebody asks for.
 *
 * @param refusal a part of the sentence it must be refused with; empty if it must be accepted
 * @param effect what it makes of the settings if it is accepted
 */
record Change(Request request, String refusal, Consumer<Model> effect) {
  /** How it is asked for. */
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

  /** By GlassFish's own means, an attribute by itself. */
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

  /** REST drops what is empty before a command sees it. */
  boolean fitsRest() {
    return !(request instanceof Command command) || !command.options().containsValue("");
  }
}
