package io.sendfile.glassfish.engine;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What an administrator has set for one plug-in. Immutable.
 *
 * @param name the plug-in's name
 * @param enabled whether it may be used
 * @param properties its own settings, by name; it alone knows what they mean
 */
public record PlugInSettings(String name, boolean enabled, Map<String, String> properties) {
  private static final Pattern SECRET = Pattern.compile("(?i)secret|password|token");

  public PlugInSettings {
    properties = Map.copyOf(properties);
  }

  /** The properties for eyes: one that is a secret by its name is there without its value. */
  public Map<String, String> shown() {
    Map<String, String> shown = new TreeMap<>(properties);
    shown.replaceAll((property, value) -> SECRET.matcher(property).find() ? "********" : value);
    return shown;
  }

  @Override
  public String toString() {
    return name + (enabled ? " " : " (off) ") + shown();
  }

  /** A plug-in about which nothing is set: in use, without properties. */
  public static PlugInSettings unset(String name) {
    return new PlugInSettings(name, true, Map.of());
  }
}
