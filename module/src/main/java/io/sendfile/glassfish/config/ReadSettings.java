package io.sendfile.glassfish.config;

import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.OwnSettings;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.operations.problems.RootChecks;
import io.sendfile.operations.problems.RootState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Settings as {@link SettingsReader} has read them.
 *
 * @param settings the settings in force
 * @param values the value in force of each attribute of sendfile-config
 * @param roots the values of each root in force, by its name
 * @param limits the values of each limit, by its name
 * @param problems one sentence for each bad value, with attribute, value, allowed values and
 *     substitute
 */
public record ReadSettings(
    SendfileSettings settings,
    Map<Setting, String> values,
    Map<String, Map<Setting, String>> roots,
    Map<String, Map<Setting, String>> limits,
    List<String> problems) {
  /** The defaults. */
  static final ReadSettings NONE =
      new ReadSettings(SendfileSettings.DEFAULTS, Map.of(), Map.of(), Map.of(), List.of());

  public ReadSettings {
    values = Map.copyOf(values);
    roots = Map.copyOf(roots);
    limits = Map.copyOf(limits);
    problems = List.copyOf(problems);
  }

  /** A listener's own values by attribute, in the order of the table. */
  public Map<String, String> own(String listener) {
    Map<String, String> own = new LinkedHashMap<>();
    OwnSettings found = settings.listeners().get(listener);
    if (found != null) {
      new TreeMap<>(found.own()).forEach((setting, value) -> own.put(setting.attribute(), value));
    }
    return own;
  }

  /** The value in force of an attribute of sendfile-config. */
  public String value(Setting setting) {
    return values.getOrDefault(setting, setting.defaultValue());
  }

  /** The differences from an earlier reading, one line each. */
  List<String> changesSince(ReadSettings last) {
    ChangedValues changes = new ChangedValues(new ArrayList<>());
    for (Setting setting : Element.CONFIG.settings()) {
      changes.add("sendfile-config", setting, last.value(setting), value(setting));
    }
    for (String name : joined(last.roots, roots)) {
      changes.add(Element.ROOT, name, last.roots.get(name), roots.get(name));
    }
    for (String name : joined(last.limits, limits)) {
      changes.add(Element.LIMIT, name, last.limits.get(name), limits.get(name));
    }
    for (String name : joined(last.settings.listeners(), settings.listeners())) {
      Map<Setting, String> before = ownOf(last.settings.listeners().get(name));
      Map<Setting, String> now = ownOf(settings.listeners().get(name));
      for (Setting setting : Element.LISTENER.changeable()) {
        changes.add("sendfile-listener " + name, setting, before.get(setting), now.get(setting));
      }
    }
    for (String name : joined(last.settings.plugIns(), settings.plugIns())) {
      changes.add(last.settings.plugIn(name), settings.plugIn(name));
    }
    return changes.lines;
  }

  private static <T> Set<String> joined(Map<String, T> before, Map<String, T> now) {
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(now.keySet());
    return names;
  }

  private static Map<Setting, String> ownOf(@Nullable OwnSettings listener) {
    return listener == null ? Map.of() : listener.own();
  }

  /** The roots whose folders cannot serve files now, one line each. */
  List<String> absentRoots() {
    List<String> lines = new ArrayList<>();
    Map<String, RootState> states = RootChecks.COMMON.at(settings.roots(), stored -> true);
    for (Root root : settings.roots()) {
      RootState state = states.getOrDefault(root.name(), RootState.PRESENT);
      if (state.problem(root.name()) != null) {
        lines.add("sendfile-root " + root.name() + ": " + root.path() + " is " + state.label());
      }
    }
    return lines;
  }

  /** Changes of values, in lines of a log. */
  private record ChangedValues(List<String> lines) {
    /** A value that changed; null for one that is inherited. */
    void add(String element, Setting setting, @Nullable String before, @Nullable String now) {
      if (!Objects.equals(before, now)) {
        lines.add(
            "%s: %s is %s, was %s"
                .formatted(
                    element, setting.attribute(), said(setting, now), said(setting, before)));
      }
    }

    private static String said(Setting setting, @Nullable String value) {
      return value == null ? "inherited" : setting.said(value);
    }

    /** A root or a limit that changed; null for none. */
    void add(
        Element kind,
        String name,
        @Nullable Map<Setting, String> before,
        @Nullable Map<Setting, String> now) {
      String element = kind.tag() + " " + name;
      if (before != null && now != null && kind == Element.LIMIT) {
        // One command makes it anew with all its values, so one takes that back.
        String had = own(kind, before);
        String has = own(kind, now);
        if (!had.equals(has)) {
          lines.add(element + ": changed from " + had + " to " + has);
        }
      } else if (before != null && now != null) {
        for (Setting setting : kind.changeable()) {
          add(element, setting, before.get(setting), now.get(setting));
        }
      } else if (now != null) {
        lines.add(element + ": created with " + own(kind, now));
      } else if (before != null) {
        lines.add(element + ": deleted, had " + own(kind, before));
      }
    }

    private static String own(Element kind, Map<Setting, String> values) {
      return kind.changeable().stream()
          .filter(setting -> !isDefault(setting, values))
          .map(setting -> setting.attribute() + "=" + values.get(setting))
          .collect(Collectors.joining(", "));
    }

    private static boolean isDefault(Setting setting, Map<Setting, String> values) {
      return setting.defaultValue().equals(values.getOrDefault(setting, ""));
    }

    /** A plug-in, of which properties may have changed that are secrets. */
    void add(PlugInSettings before, PlugInSettings now) {
      String element = "sendfile-plugin " + now.name();
      add(
          element,
          Setting.PLUGIN_ENABLED,
          Boolean.toString(before.enabled()),
          Boolean.toString(now.enabled()));
      for (String property : joined(before.properties(), now.properties())) {
        if (!Objects.equals(before.properties().get(property), now.properties().get(property))) {
          lines.add(element + ": " + property + " " + now.said(property, before));
        }
      }
    }
  }
}
