package io.sendfile.glassfish.glassfish.config;

import io.sendfile.glassfish.engine.KnownNames;
import io.sendfile.glassfish.engine.PlugInSettings;
import io.sendfile.glassfish.engine.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.types.Property;

/** From the sendfile-plugin elements of a domain.xml that nobody checked to values. */
final class PlugInReader {
  private final List<String> problems;
  private final Map<String, PlugInSettings> found = new TreeMap<>();

  /**
   * @param problems where what is wrong is added, in words
   */
  PlugInReader(List<String> problems) {
    this.problems = problems;
  }

  /** What was read, by name. */
  Map<String, PlugInSettings> found() {
    return found;
  }

  /** Of two with one name the first holds. */
  void read(SendfilePlugin bean) {
    String name = ConfigAttributes.value(bean, Setting.PLUGIN_NAME);
    Optional<String> wrong = Setting.PLUGIN_NAME.problem(name, KnownNames.BUILT_IN);
    if (wrong.isEmpty() && found.containsKey(name)) {
      wrong = Optional.of("name must be unique");
    }
    if (wrong.isPresent()) {
      problems.add("sendfile-plugin \"" + name + "\" is left out: " + wrong.get() + ".");
      return;
    }
    found.put(name, new PlugInSettings(name, enabled(name, bean), properties(name, bean)));
  }

  private boolean enabled(String name, SendfilePlugin bean) {
    String value = ConfigAttributes.value(bean, Setting.PLUGIN_ENABLED);
    Optional<String> wrong = Setting.PLUGIN_ENABLED.problem(value, KnownNames.BUILT_IN);
    String byDefault = Setting.PLUGIN_ENABLED.defaultValue();
    wrong.ifPresent(
        sentence ->
            problems.add(
                "sendfile-plugin \""
                    + name
                    + "\": "
                    + sentence
                    + "; the default "
                    + byDefault
                    + " holds."));
    return Boolean.parseBoolean(wrong.isPresent() ? byDefault : value);
  }

  private Map<String, String> properties(String plugIn, SendfilePlugin bean) {
    Map<String, String> properties = new HashMap<>();
    for (Property property : bean.getProperty()) {
      String name = trimmed(property.getName());
      if (name.isEmpty()) {
        problems.add("sendfile-plugin \"" + plugIn + "\": a property without a name is left out.");
      } else if (properties.putIfAbsent(name, trimmed(property.getValue())) != null) {
        problems.add(
            "sendfile-plugin \""
                + plugIn
                + "\": the second property \""
                + name
                + "\" is left out: its name must be unique.");
      }
    }
    return properties;
  }

  private static String trimmed(@Nullable String value) {
    return value == null ? "" : value.trim();
  }
}
