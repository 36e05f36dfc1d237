package io.sendfile.glassfish.console.app;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.spi.PlugIn;
import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Roots, limits, listeners and plug-ins of one configuration, and the element in the dialog. */
@Named("elements")
@ViewScoped
public class ElementsView implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int NAMED = 50;

  /** Attributes of a root, or of a limit, that may name what is not there. */
  private static final List<String> CHECKED =
      List.of("path marker-file store applications virtual-servers application root".split(" "));

  private final Map<ElementKind, List<ElementRow>> rows = new EnumMap<>(ElementKind.class);
  private String chosen = "";
  private ElementKind kind = ElementKind.ROOT;
  private boolean fresh = true;
  private String name = "";
  private @Nullable SettingField keyField;
  private String property = "";
  private ElementRow before = ElementRow.NONE;
  private final Map<String, String> properties = new TreeMap<>();
  private List<String> questions = List.of();
  // A constant list: ui:repeat keeps the one that it saw first in a request.
  private final List<SettingField> fields = new ArrayList<>();

  @Inject private Commands commands;
  @Inject private ConfigurationView configuration;
  @Inject private TargetView target;

  /** All kinds. */
  public List<ElementKind> getKinds() {
    return List.of(ElementKind.values());
  }

  /** All elements of a kind. */
  public List<ElementRow> rows(ElementKind wanted) {
    return rows.computeIfAbsent(wanted, this::read);
  }

  private List<ElementRow> read(ElementKind wanted) {
    CommandLine list =
        wanted.isInUse()
            ? target.at(wanted.list())
            : wanted.list().with("target", configuration.getConfig());
    Map<String, ElementRow> found = new LinkedHashMap<>();
    // Each instance of a cluster has the same limits.
    commands.rows(list, wanted.rowsName()).stream()
        .map(ElementRow::of)
        .forEach(row -> found.putIfAbsent(row.name(), row));
    return List.copyOf(found.values());
  }

  /** Names of elements of a kind, more than a line has room for. */
  public String names(ElementKind wanted) {
    return rows(wanted).stream()
        .limit(NAMED)
        .map(row -> row.cell("name"))
        .collect(Collectors.joining(", "));
  }

  /** Number of elements of a kind of which a column reports a fault. */
  public long warnings(ElementKind wanted) {
    return rows(wanted).stream()
        .filter(row -> wanted.getColumns().stream().anyMatch(column -> row.warns(wanted, column)))
        .count();
  }

  /** Opens the dialog for a new element. */
  public void begin(ElementKind wanted) {
    edit(wanted, ElementRow.NONE);
    fresh = true;
  }

  /** Kind and name of the row whose button was pressed, as the page has them. */
  public String getChosen() {
    return chosen;
  }

  /** Sets kind and name of that row. */
  public void setChosen(String kindAndName) {
    chosen = kindAndName;
  }

  /** Opens the dialog for the chosen element. */
  public void edit() {
    for (ElementKind each : ElementKind.values()) {
      rows(each).stream()
          .filter(row -> chosen.equals(each.getLabel() + " " + row.cell("name")))
          .forEach(row -> edit(each, row));
    }
  }

  private void edit(ElementKind wanted, ElementRow row) {
    kind = wanted;
    fresh = false;
    name = row.name();
    property = "";
    before = row;
    properties.clear();
    properties.putAll(row.properties());
    questions = List.of();
    KnownNames known = configuration.known();
    keyField = new SettingField(wanted.key(), name, false, known);
    fields.clear();
    wanted.settings().stream()
        .map(
            setting ->
                new SettingField(setting, wanted.value(row, setting), wanted.inherits(), known))
        .forEach(fields::add);
  }

  /** Saves the element; asks first where that may not be meant. */
  public void save() {
    List<String> asked = Stream.concat(conflicts(), problems(fields)).toList();
    if (!questions.containsAll(asked)) {
      questions = asked;
      FacesContext.getCurrentInstance().validationFailed();
      return;
    }
    Map<String, String> changed = new LinkedHashMap<>();
    fields.stream()
        .filter(field -> field.isChanged() || (fresh && kind == ElementKind.PLUGIN))
        .forEach(field -> changed.put(field.getName(), field.getValue()));
    Map<String, String> own = new TreeMap<>(properties);
    own.entrySet().removeAll(before.properties().entrySet());
    String typed = CommandLine.properties(own) + property.strip();
    if (!typed.isEmpty()) {
      changed.put("property", typed);
    }
    CommandLine wanted = fresh ? kind.create(name.strip(), changed) : kind.change(name, changed);
    if (changed.isEmpty()) {
      Commands.tell(true, "Nothing is changed.");
    } else {
      commands.tell(wanted.with("target", configuration.getConfig()));
    }
    reload();
  }

  /** Changes by others since the dialog was opened, each reported once. */
  private Stream<String> conflicts() {
    rows.clear();
    return rows(kind).stream()
        .filter(row -> !fresh && row.name().equals(name))
        .flatMap(
            row ->
                fields.stream()
                    .flatMap(field -> field.catchUp(kind.value(row, field.setting())).stream()));
  }

  /** Problems that a root or a limit would have on its servers, in sentences. */
  Stream<String> problems(List<SettingField> wanted) {
    Map<String, String> named =
        wanted.stream()
            .filter(field -> CHECKED.contains(field.getName()) && !field.getAfter().isEmpty())
            .collect(Collectors.toMap(SettingField::getName, SettingField::getAfter));
    CommandLine check = target.at(CommandLine.of("list-sendfile-problems").with(named));
    return named.isEmpty()
        ? Stream.empty()
        : commands.rows(check, "problems").stream()
            .map(row -> target.of(row) + Text.plain(row.get("problem") + "."));
  }

  /** Goes on after a question. */
  public void goOn() {
    questions = List.of();
  }

  /** Reasons to ask before the element is saved, in sentences. */
  public List<String> getQuestions() {
    return questions;
  }

  /** A sentence that tells the effect of deleting it. */
  public String getAfterwards() {
    return kind.afterwards(before);
  }

  /** Deletes the element. */
  public void delete() {
    commands.tell(kind.delete(name).with("target", configuration.getConfig()));
    reload();
  }

  /** Reloads all elements, and the last changes. */
  public void reload() {
    rows.clear();
    configuration.look();
  }

  /** Kind of the element in the dialog. */
  public ElementKind getKind() {
    return kind;
  }

  /** Whether the element is new. */
  public boolean isFresh() {
    return fresh;
  }

  /** The field of the name, validated like the others. */
  public @Nullable SettingField getKeyField() {
    return keyField;
  }

  /** Name of the element in the dialog. */
  public String getName() {
    return name;
  }

  /** The name with invisible characters spelt out. */
  public String getShownName() {
    return Text.line(name);
  }

  /** Sets the name. */
  public void setName(String value) {
    name = value;
  }

  /** Properties of a plug-in to be set, as {@code name=value:name=value}. */
  public String getProperty() {
    return property;
  }

  /** Sets these properties. */
  public void setProperty(String value) {
    property = value;
  }

  /** Values of the properties of a plug-in, by name. */
  public Map<String, String> getProperties() {
    return properties;
  }

  /** The meaning of a property of the plug-in in the dialog, with its default. */
  public String meaning(String of) {
    return before.meanings().getOrDefault(of, "");
  }

  /** Whether a property is a secret, which is not shown while it is typed. */
  public boolean isSecret(String of) {
    return PlugIn.Property.isSecret(of);
  }

  /** The other fields of the dialog. */
  public List<SettingField> getFields() {
    return fields;
  }
}
