package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.CommandLine;
import io.sendfile.glassfish.settings.Element;
import io.sendfile.glassfish.settings.PerListener;
import io.sendfile.glassfish.settings.Setting;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Kinds of repeatable elements of a configuration, with their commands. */
public enum ElementKind {
  /** Roots. */
  ROOT("root", Setting.ROOT_NAME, Setting.of(Element.ROOT), List.of("path", "symlinks", "state")),
  /** Settings of listeners. */
  LISTENER(
      "listener",
      Setting.LISTENER_NAME,
      PerListener.SETTINGS,
      List.of("attached", "own", "buffer-policy")),
  /** Properties of plug-ins. */
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

  /** Label of one element. */
  public String getLabel() {
    return label;
  }

  /** Columns of their table after the name, named as in the command. */
  public List<String> getColumns() {
    return columns;
  }

  /** Whether the element can be deleted: a listener may have no settings of its own. */
  public boolean deletable(ElementRow row) {
    return this != LISTENER || !row.values().isEmpty();
  }

  /** The setting with the element's name. */
  Setting key() {
    return key;
  }

  /** The other settings. */
  List<Setting> settings() {
    return settings;
  }

  /** Key of the rows in the command's data. */
  String rowsName() {
    return label + "s";
  }

  /** Whether an empty value inherits that of the whole configuration. */
  boolean inherits() {
    return this == LISTENER;
  }

  private String word() {
    return label.replace("-", "");
  }

  /** Lists all elements. */
  CommandLine list() {
    CommandLine command = CommandLine.of("list-sendfile-" + word() + "s");
    return this == ROOT ? command.with("long", "true") : command;
  }

  /** Deletes one. */
  CommandLine delete(String name) {
    return CommandLine.of("delete-sendfile-" + word(), name);
  }

  /** Creates one. */
  CommandLine create(String name, Map<String, String> values) {
    String verb = this == ROOT ? "create" : "set";
    return CommandLine.of(verb + "-sendfile-" + word(), name).with(values);
  }

  /** Changes several attributes of one in one transaction. */
  CommandLine change(String name, Map<String, String> values) {
    return CommandLine.of("set-sendfile-" + word(), name).with(values);
  }
}
