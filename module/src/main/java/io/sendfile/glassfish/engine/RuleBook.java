package io.sendfile.glassfish.engine;

import java.util.Map;

/**
 * The rules of all listeners, made of one set of settings. All share its roots and rates.
 *
 * @param common the rules of listeners without settings of their own
 * @param listeners the rules of the others, by name
 */
record RuleBook(Rules common, Map<String, Rules> listeners) {
  RuleBook {
    listeners = Map.copyOf(listeners);
  }

  Rules of(String listener) {
    return listeners.getOrDefault(listener, common);
  }
}
