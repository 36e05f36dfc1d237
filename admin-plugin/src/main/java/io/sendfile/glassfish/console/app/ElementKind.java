package io.sendfile.glassfish.console.app;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.answers.CommandLine;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kinds of repeatable elements of a configuration, with their commands. */
public enum ElementKind {
  /** Roots. */
  ROOT(
      Element.ROOT,
      "root",
      List.of("path", "symlinks", "state"),
      "There is no root, so X-Sendfile is refused. A root is a folder of files to send."),
  /** Settings of listeners. */
  LISTENER(
      Element.LISTENER,
      "listener",
      List.of("attached", "own", "buffer-policy"),
      "There is no listener."),
  /** Properties of plug-ins. */
  PLUGIN(
      Element.PLUGIN,
      "plug-in",
      List.of("kind", "enabled", "failures", "properties", "state"),
      "There is no plug-in."),
  /** Limits, which have a dialog of their own. */
  LIMIT(
      Element.LIMIT,
      "limit",
      List.of("client application root rate transfers until state running refused".split(" ")),
      "There is no limit on a client, an application or a root.");

  private final Element element;
  private final String label;
  private final List<String> columns;
  private final String none;

  ElementKind(Element element, String label, List<String> columns, String none) {
    this.none = none;
    this.element = element;
    this.label = label;
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

  /** Whether the element can be deleted: a listener or plug-in may have no settings of its own. */
  public boolean deletable(ElementRow row) {
    return switch (this) {
      case ROOT, LIMIT -> true;
      case LISTENER -> !row.values().isEmpty();
      case PLUGIN ->
          row.cell("enabled").equals("false")
              || !row.cell("properties").isEmpty()
              || row.cell("state").equals("not installed");
    };
  }

  /** A sentence that tells the effect of deleting one. */
  public String afterwards(ElementRow row) {
    return switch (this) {
      case ROOT -> "Its files are refused then; running downloads of them end undisturbed.";
      case LISTENER -> "It inherits all settings again.";
      case PLUGIN -> "It is used with its defaults then.";
      case LIMIT -> {
        boolean out = row.cell("rate").equals("0") || row.cell("transfers").equals("0");
        yield "Downloads of %s are %s then."
            .formatted(whom(row.cells()), out ? "let through again" : "held no longer");
      }
    };
  }

  /** Whom a limit concerns, as in {@code client 192.0.2.7, root media}; empty for nobody. */
  static String whom(Map<String, String> limit) {
    return Stream.of("client", "application", "root")
        .filter(column -> !limit.getOrDefault(column, "").isEmpty())
        .map(column -> column + " " + limit.get(column))
        .collect(Collectors.joining(", "));
  }

  /**
   * Text of a column in the table: amounts of a limit in words, too, as 0 has no limit elsewhere.
   */
  public String text(ElementRow row, String column) {
    String text = this == ROOT && column.equals("path") ? row.place() : row.cell(column);
    Setting amount = column.equals("rate") ? Setting.LIMIT_RATE : Setting.LIMIT_TRANSFERS;
    boolean limits = this == LIMIT && amount.attribute().equals(column) && !text.isEmpty();
    return limits ? amount.said(text) : text;
  }

  /** Values of a root that are its own, but have no column, as in {@code applications=reports}. */
  public String rest(ElementRow row) {
    return settings().stream()
        .filter(each -> this == ROOT && !columns.contains(each.attribute()))
        .filter(each -> !List.of(each.defaultValue(), row.place()).contains(value(row, each)))
        .map(each -> each.attribute() + "=" + row.cell(each.attribute()))
        .collect(Collectors.joining(", "));
  }

  /** Whether elements are made and changed in the dialog that is for all kinds but limits. */
  public boolean isEditable() {
    return this != LIMIT;
  }

  /** Whether running servers list them, with their use. */
  boolean isInUse() {
    return this == LIMIT;
  }

  /** The setting with the element's name. */
  Setting key() {
    return element.settings().get(0);
  }

  /** The other settings. */
  List<Setting> settings() {
    return element.changeable();
  }

  /** The value of a setting in a row; a missing one is inherited, or the default. */
  String value(ElementRow row, Setting setting) {
    return row.values().getOrDefault(setting.attribute(), inherits() ? "" : setting.defaultValue());
  }

  /** Sentence in place of an empty table. */
  public String getNone() {
    return none;
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
