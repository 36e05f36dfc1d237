package io.sendfile.glassfish.config;

import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.SettingsReader.Reading;
import io.sendfile.operations.problems.RootChecks;
import io.sendfile.operations.problems.RootState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Logs changes of settings, one line each, and roots without a folder. */
final class SettingsLog {
  private SettingsLog() {}

  /** Logs the differences between two readings. */
  static List<String> changes(Reading last, Reading next) {
    List<String> lines = new ArrayList<>();
    for (Setting setting : Element.CONFIG.settings()) {
      String before = last.value(setting);
      String now = next.value(setting);
      if (!before.equals(now)) {
        lines.add(
            "sendfile-config: %s is %s, was %s"
                .formatted(
                    setting.attribute(), setting.rule().shown(now), setting.rule().shown(before)));
      }
    }
    if (!last.settings().roots().equals(next.settings().roots())) {
      lines.add("sendfile-config: roots are " + roots(next));
    }
    last.settings().listeners().keySet().forEach(name -> addChange(name, last, next, lines));
    next.settings().listeners().keySet().stream()
        .filter(name -> !last.settings().listeners().containsKey(name))
        .forEach(name -> addChange(name, last, next, lines));
    Set<String> plugIns = new TreeSet<>(last.settings().plugIns().keySet());
    plugIns.addAll(next.settings().plugIns().keySet());
    plugIns.forEach(name -> addPlugIn(last.settings().plugIn(name), next, lines));
    return lines;
  }

  /** Values of properties may be secrets. */
  private static void addPlugIn(PlugInSettings before, Reading next, List<String> lines) {
    PlugInSettings now = next.settings().plugIn(before.name());
    if (!before.equals(now)) {
      lines.add(
          "sendfile-plugin "
              + now.name()
              + (now.enabled() ? ": in use" : ": switched off")
              + ", properties set are "
              + new TreeSet<>(now.properties().keySet()));
    }
  }

  private static void addChange(String listener, Reading last, Reading next, List<String> lines) {
    Map<String, String> before = last.own(listener);
    Map<String, String> now = next.own(listener);
    if (!before.equals(now)) {
      lines.add(
          "sendfile-listener "
              + listener
              + ": own values are "
              + now.entrySet()
              + ", were "
              + before.entrySet());
    }
  }

  private static String roots(Reading reading) {
    return reading.settings().roots().stream()
        .map(root -> root.name() + "=" + root.path())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** Logs the roots that cannot serve files now. */
  static List<String> absentRoots(Reading reading) {
    List<String> lines = new ArrayList<>();
    List<Root> roots = reading.settings().roots();
    Map<String, RootState> states = RootChecks.COMMON.at(roots);
    for (Root root : roots) {
      RootState state = states.getOrDefault(root.name(), RootState.PRESENT);
      if (state != RootState.PRESENT) {
        lines.add("sendfile-root " + root.name() + ": " + root.path() + " is " + state.label());
      }
    }
    return lines;
  }
}
