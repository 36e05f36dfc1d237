package io.sendfile.core.engine;

import java.util.Map;

/**
 * The configurations of all listeners, made from one set of settings. All share its roots.
 *
 * @param common the configuration of listeners without settings of their own
 * @param listeners the other configurations, by name
 */
record ListenerConfigs(Rules common, Map<String, Rules> listeners) {
  ListenerConfigs {
    listeners = Map.copyOf(listeners);
  }

  Rules of(String listener) {
    return listeners.getOrDefault(listener, common);
  }
}
