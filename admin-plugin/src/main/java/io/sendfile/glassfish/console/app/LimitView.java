package io.sendfile.glassfish.console.app;

import static io.sendfile.glassfish.console.app.ElementKind.LIMIT;
import static io.sendfile.glassfish.console.app.ElementKind.whom;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.spi.Moment;
import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The dialog that limits a client, an application or a root, filled with the limit that there is on
 * the same. It stays as it is until the limit is made.
 */
@Named("limit")
@ViewScoped
public class LimitView implements Serializable {
  private static final long serialVersionUID = 1L;

  // A constant list: ui:repeat keeps the one that it saw first in a request.
  private final List<SettingField> fields = new ArrayList<>();
  private String whom = "name=";
  private String until = "";
  private List<String> questions = List.of();

  @Inject private Commands commands;
  @Inject private TargetView target;
  @Inject private ElementsView elements;

  /** The subject, as in {@code client=192.0.2.7}, or the limit to change, as in {@code name=a}. */
  public String getWhom() {
    return whom;
  }

  /** Sets what is limited; an empty name for what the fields say. */
  public void setWhom(String value) {
    whom = value;
  }

  /** Whom it concerns, and how much is allowed. */
  public List<SettingField> getFields() {
    return fields;
  }

  /** Reasons to ask before it is made, in sentences. */
  public List<String> getQuestions() {
    return questions;
  }

  /** Its end: a duration or a time; empty for good. */
  public String getUntil() {
    return until;
  }

  /** Sets its end. */
  public void setUntil(String value) {
    until = value.strip();
  }

  /** Fills the fields: with the limit that there is, or with whom a new one concerns. */
  public void open() {
    elements.reload();
    String[] wanted = whom.split("=", 2);
    ElementRow asked = ElementRow.of(Map.of(wanted[0], wanted[1]));
    ElementRow row = present(asked.values()).orElse(asked);
    String end = row.cell("until").replaceFirst(" ", "T").replace(" ", "");
    until = row.cell("state").equals("in force") ? end : "1h";
    questions = List.of();
    fields.clear();
    LIMIT.settings().stream()
        .filter(each -> each != Setting.LIMIT_UNTIL)
        .map(each -> new SettingField(each, LIMIT.value(row, each), false, KnownNames.BUILT_IN))
        .forEach(fields::add);
  }

  /** The limit that is changed, or that there is on the same. */
  private Optional<ElementRow> present(Map<String, String> values) {
    String subject = whom(values);
    return elements.rows(LIMIT).stream()
        .filter(row -> whom.equals("name=" + row.name()) || whom(row.values()).equals(subject))
        .findFirst();
  }

  private Map<String, String> values() {
    return fields.stream().collect(Collectors.toMap(SettingField::getName, SettingField::getValue));
  }

  /** A sentence with the limit that is replaced; empty for none. */
  public String getReplaced() {
    return present(values()).map(LimitView::replaced).orElse("");
  }

  static String replaced(ElementRow limit) {
    return Stream.of("rate", "transfers", "until")
        .filter(column -> !limit.cell(column).isEmpty())
        .map(column -> column + " " + LIMIT.text(limit, column))
        .collect(Collectors.joining(", ", "It replaces limit " + limit.name() + ": ", "."));
  }

  /** Limits to the amounts of the fields. */
  public void limit() {
    make(Map.of());
  }

  /** Lets nothing through. */
  public void keepOut() {
    make(Map.of("rate", "0", "transfers", ""));
  }

  private void make(Map<String, String> amounts) {
    Map<String, String> values = values();
    values.putAll(amounts);
    try {
      values.put("until", end(until, ZonedDateTime.now(ReaderView.zone())));
      List<String> asked = elements.problems(fields).toList();
      if (!questions.containsAll(asked)) {
        questions = asked;
        FacesContext.getCurrentInstance().validationFailed();
        return;
      }
      String name = present(values).map(ElementRow::name).orElse("");
      CommandAnswer made = commands.run(target.at(line(name, values)));
      if (Commands.tell(made)) {
        commands.lead(target.setting("limit " + Text.of(made.data().get("limit"))));
      }
      elements.reload();
    } catch (IllegalArgumentException e) {
      Commands.tell(new CommandAnswer(false, String.valueOf(e.getMessage()), Map.of()));
    }
  }

  /**
   * The moment of an end, by the clock of the reader; empty for none.
   *
   * @throws IllegalArgumentException with a sentence, for a text that is none to come
   */
  static String end(String until, ZonedDateTime now) {
    return until.isEmpty() ? "" : Moment.ahead("until", until, now).toString();
  }

  /** The command, which replaces the limit of that name; empty for one that is to be made. */
  static CommandLine line(String name, Map<String, String> values) {
    return CommandLine.of("create-sendfile-limit", name).with(values).with("force", "true");
  }
}
