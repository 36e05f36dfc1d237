package io.sendfile.glassfish.engine;

import java.util.Map;

/**
 * What an administrator has set for one plug-in. Immutable.
 *
 * @param name the plug-in's name
 * @param enabled whether it may be used
 * @param properties its own settings, by name; it alone knows what they mean
 */
public record PlugInSettings(String name, boolean enabled, Map<String, String> properties) {
  public PlugInSettings {
    properties = Map.copyOf(properties);
  }

  /** A plug-in about which nothing is set: in use, without properties. */
  public static PlugInSettings unset(String name) {
    return new PlugInSettings(name, true, Map.of());
  }
}
