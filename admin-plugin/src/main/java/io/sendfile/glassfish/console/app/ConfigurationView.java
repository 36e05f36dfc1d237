package io.sendfile.glassfish.console.app;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.settings.SettingGroup;
import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import jakarta.faces.application.FacesMessage;
import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The settings of one configuration of the domain, and unsaved changes. */
@Named("configuration")
@ViewScoped
public class ConfigurationView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Most changes in the log. */
  private static final int LOGGED = 10;

  private String config = "server-config";
  // Constant lists: ui:repeat keeps the one that it saw first in a request.
  private final List<Group> groups =
      Stream.of(SettingGroup.values()).map(group -> new Group(group, new ArrayList<>())).toList();
  private final List<SettingField> changes = new ArrayList<>();
  private List<String> problems = List.of();
  private KnownNames known = KnownNames.BUILT_IN;
  private List<ChangedSetting> log = List.of();
  private boolean found;
  private boolean overwriting;

  @Inject private Commands commands;

  /** The fields of a group of settings. */
  public record Group(SettingGroup group, List<SettingField> fields) implements Serializable {
    private Stream<SettingField> own() {
      return fields.stream().filter(SettingField::isOwn);
    }

    /** Number of those that differ from their defaults. */
    public long differing() {
      return own().count();
    }

    /** Names of those. */
    public String names() {
      return own().map(SettingField::getName).collect(Collectors.joining(", "));
    }
  }

  /** Whether there is a configuration, server or cluster of this name. */
  public boolean isFound() {
    return found;
  }

  /** Names of all configurations. */
  public List<String> getAll() {
    return Server.configurations();
  }

  /** Its name, e.g. {@code server-config}. */
  public String getConfig() {
    return config;
  }

  /** Sets its name. */
  public void setConfig(String name) {
    config = name;
  }

  /** All settings, in the order of the table of settings. */
  public List<Group> getGroups() {
    return groups;
  }

  /** Problems of the settings in domain.xml. */
  public List<String> getProblems() {
    return problems;
  }

  /** Unsaved changes. */
  public List<SettingField> getChanges() {
    changes.clear();
    groups.stream()
        .flatMap(group -> group.fields().stream())
        .filter(SettingField::isChanged)
        .forEach(changes::add);
    return changes;
  }

  /** Whether saving overwrites changes by others, after the administrator has seen a warning. */
  public boolean isOverwriting() {
    return overwriting;
  }

  /** The last changes of settings, newest first; none of a configuration of other servers. */
  public List<ChangedSetting> getLog() {
    return log;
  }

  /** Looks for changes by other forms. */
  void look() {
    log =
        config.equals(Server.configuration())
            ? ChangedSetting.last(new Source(commands::ask, Server.name()), Instant.now(), LOGGED)
            : List.of();
  }

  /** The names that settings may have now. */
  KnownNames known() {
    return known;
  }

  /** Loads it, and drops unsaved changes. */
  public void load() {
    CommandAnswer answer = read();
    found = answer.succeeded();
    overwriting = false;
    if (!found) {
      Commands.tell(false, answer.message());
    }
    Map<String, String> values = values(answer);
    known =
        found
            ? new KnownNames(
                texts(answer.data().get("algorithms")), texts(answer.data().get("buffer-policies")))
            : KnownNames.BUILT_IN;
    look();
    for (Group group : groups) {
      group.fields().clear();
      for (Setting setting : group.group().settings()) {
        String value = values.get(setting.attribute());
        if (value != null) {
          group.fields().add(new SettingField(setting, value, false, known));
        }
      }
    }
    problems = texts(answer.data().get("problems"));
  }

  private CommandAnswer read() {
    return commands.ask(CommandLine.of("get-sendfile-configuration").with("target", config));
  }

  /** Shows why no change can be saved: the field at fault may be out of sight. */
  public void tellWhyNotSaved() {
    FacesContext faces = FacesContext.getCurrentInstance();
    if (faces.isValidationFailed()) {
      List<String> reasons =
          faces.getMessageList().stream().map(FacesMessage::getSummary).distinct().toList();
      Commands.tell(false, "Nothing is saved.\n" + String.join("\n", reasons));
    }
  }

  /** Saves all changes in one transaction; asks first if others have changed the same settings. */
  public void save() {
    List<String> conflicts = conflicts();
    overwriting = !conflicts.isEmpty();
    if (overwriting) {
      Commands.tell(
          false,
          "Nothing is saved: these settings were changed since this page was loaded.\n"
              + String.join("\n", conflicts)
              + "\nOverwrite them, or revert.");
      return;
    }
    Map<String, String> changed = new LinkedHashMap<>();
    getChanges().forEach(field -> changed.put(field.getName(), field.getValue()));
    CommandLine command =
        CommandLine.of("set-sendfile-configuration").with(changed).with("target", config);
    if (changed.isEmpty()) {
      Commands.tell(true, "Nothing is changed.");
    } else if (commands.tell(command)) {
      load();
    }
  }

  private List<String> conflicts() {
    Map<String, String> present = values(read());
    look();
    return getChanges().stream()
        .flatMap(
            field -> {
              String now = present.getOrDefault(field.getName(), field.getBefore());
              return field.catchUp(now).map(line -> line + authors(field.getName(), now)).stream();
            })
        .toList();
  }

  private String authors(String attribute, String value) {
    return log.stream()
        .filter(change -> change.made(attribute, value))
        .findFirst()
        .map(change -> " Changed by %s at %s.".formatted(change.who(), change.at()))
        .orElse("");
  }

  private static Map<String, String> values(CommandAnswer answer) {
    return answer.rows("attributes").stream()
        .map(Text::each)
        .collect(
            Collectors.toMap(
                row -> row.getOrDefault("attribute", ""), row -> row.getOrDefault("value", "")));
  }

  private static List<String> texts(@Nullable Object lines) {
    List<String> texts = new ArrayList<>();
    if (lines instanceof Iterable<?> list) {
      list.forEach(line -> texts.add(Text.plain(Text.of(line))));
    }
    return texts;
  }
}
