package io.sendfile.glassfish.glassfish;

import io.sendfile.glassfish.content.Root;
import io.sendfile.glassfish.engine.Setting;
import io.sendfile.glassfish.engine.Setting.Element;
import io.sendfile.glassfish.glassfish.SettingsReader.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the log says about settings: one line for each change, and for each root without folder. */
final class SettingsLog {
  private SettingsLog() {}

  /** The differences between two readings. */
  static List<String> changes(Reading last, Reading next) {
    List<String> lines = new ArrayList<>();
    for (Setting setting : Setting.of(Element.CONFIG)) {
      String before = last.value(setting);
      String now = next.value(setting);
      if (!before.equals(now)) {
        lines.add("sendfile-config: " + setting.attribute() + " is " + now + ", was " + before);
      }
    }
    if (!last.settings().roots().equals(next.settings().roots())) {
      lines.add("sendfile-config: roots are " + roots(next));
    }
    last.settings().listeners().keySet().forEach(name -> addChange(name, last, next, lines));
    next.settings().listeners().keySet().stream()
        .filter(name -> !last.settings().listeners().containsKey(name))
        .forEach(name -> addChange(name, last, next, lines));
    return lines;
  }

  private static void addChange(String listener, Reading last, Reading next, List<String> lines) {
    String before = last.own(listener);
    String now = next.own(listener);
    if (!before.equals(now)) {
      lines.add("sendfile-listener " + listener + ": own values are " + now + ", were " + before);
    }
  }

  private static String roots(Reading reading) {
    return reading.settings().roots().stream()
        .map(root -> root.name() + "=" + root.path())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** The roots that cannot serve files now. */
  static List<String> absentRoots(Reading reading) {
    List<String> lines = new ArrayList<>();
    for (Root root : reading.settings().roots()) {
      RootState state = RootState.of(root.path());
      if (state != RootState.PRESENT) {
        lines.add("sendfile-root " + root.name() + ": " + root.path() + " is " + state.label());
      }
    }
    return lines;
  }
}
