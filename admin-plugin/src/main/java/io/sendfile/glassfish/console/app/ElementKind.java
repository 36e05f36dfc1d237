package io.sendfile.glassfish.console.app;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.spi.AmountForm;
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
  /** Limits, which the pages Now and Past make. */
  LIMIT(
      Element.LIMIT,
      "limit",
      List.of("client application root rate transfers until state running refused".split(" ")),
      "There is no limit. Now and Past make one, by “Limit …” of a download or a group.");

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
            .formatted(whom(row), out ? "let through again" : "held no longer");
      }
    };
  }

  private static String whom(ElementRow row) {
    return Stream.of("client", "application", "root")
        .filter(column -> !row.cell(column).isEmpty())
        .map(column -> column + " " + row.cell(column))
        .collect(Collectors.joining(", "));
  }

  /** Text of a column in the table: a rate in words, too, as 0 means no limit elsewhere. */
  public String text(ElementRow row, String column) {
    String text = this == ROOT && column.equals("path") ? row.place() : row.cell(column);
    boolean limits = this == LIMIT && column.equals("rate") && AmountForm.isNumber(text);
    return !limits ? text : text.equals("0") ? "0 (kept out)" : Setting.LIMIT_RATE.said(text);
  }

  /** Whether elements are made and changed in the dialog of this page. */
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
