package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.CommandLine;
import io.sendfile.glassfish.settings.Element;
import io.sendfile.glassfish.settings.PerListener;
import io.sendfile.glassfish.settings.Setting;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What a configuration may have several of, with the commands for it. */
public enum ElementKind {
  /** Folders. */
  ROOT("root", Setting.ROOT_NAME, Setting.of(Element.ROOT), List.of("path", "symlinks", "state")),
  /** What listeners have otherwise. */
  LISTENER(
      "listener",
      Setting.LISTENER_NAME,
      PerListener.SETTINGS,
      List.of("attached", "own", "buffer-policy")),
  /** What plug-ins are told. */
  PLUGIN(
      "plug-in",
      Setting.PLUGIN_NAME,
      List.of(Setting.PLUGIN_ENABLED),
      List.of("kind", "enabled", "failures", "properties", "state"));

  private final String label;
  private final Setting key;
  private final List<Setting> settings;
  private final List<String> columns;

  ElementKind(String label, Setting key, Collection<Setting> settings, List<String> columns) {
    this.label = label;
    this.key = key;
    this.settings = settings.stream().filter(setting -> !setting.key()).toList();
    this.columns = columns;
  }

  /** What one of them is called. */
  public String getLabel() {
    return label;
  }

  /** The columns of their table, after the name; as the command tells them. */
  public List<String> getColumns() {
    return columns;
  }

  /** Whether there is anything to take away: a listener may have nothing of its own. */
  public boolean deletable(ElementRow row) {
    return this != LISTENER || !row.values().isEmpty();
  }

  /** The name of one. */
  Setting key() {
    return key;
  }

  /** What else there is to set. */
  List<Setting> settings() {
    return settings;
  }

  /** Under which name the command tells the rows. */
  String rowsName() {
    return label + "s";
  }

  /** Whether an empty value takes that of the whole configuration. */
  boolean inherits() {
    return this == LISTENER;
  }

  private String word() {
    return label.replace("-", "");
  }

  /** Lists all there are. */
  CommandLine list() {
    CommandLine command = CommandLine.of("list-sendfile-" + word() + "s");
    return this == ROOT ? command.with("long", "true") : command;
  }

  /** Takes one away. */
  CommandLine delete(String name) {
    return CommandLine.of("delete-sendfile-" + word(), name);
  }

  /** Makes one. */
  CommandLine create(String name, Map<String, String> values) {
    String verb = this == ROOT ? "create" : "set";
    return CommandLine.of(verb + "-sendfile-" + word(), name).with(values);
  }

  /** Changes one, all at once. */
  CommandLine change(String name, Map<String, String> values) {
    return CommandLine.of("set-sendfile-" + word(), name).with(values);
  }
}
