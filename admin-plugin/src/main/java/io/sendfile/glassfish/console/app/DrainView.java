package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.spi.Unit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.application.FacesMessage;
import jakarta.faces.component.UIComponent;
import jakarta.faces.context.FacesContext;
import jakarta.faces.validator.ValidatorException;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;

/** The drain of the servers of a page: new downloads are refused, while the running ones finish. */
@Named("drain")
@RequestScoped
public class DrainView {
  private static final String COMMAND = "drain-sendfile";
  private static final String PHASE = "phase";
  private static final String DRAINING = "draining";

  private String deadline = "30m";
  private final Once<List<Map<String, String>>> rows = new Once<>(this::read);

  @Inject private Commands commands;
  @Inject private TargetView target;

  private List<Map<String, String>> read() {
    CommandLine status = CommandLine.of(COMMAND).with("status", "true");
    return commands.ask(target.at(status)).rows("drains").stream().map(Text::each).toList();
  }

  /** The state of each server that answers, like {@code draining: 12 downloads, 4:03 left}. */
  public List<String> getStates() {
    return rows.get().stream()
        .map(row -> Text.plain(target.of(row) + row.getOrDefault("summary", "")))
        .toList();
  }

  /** Whether a server drains. */
  public boolean isUnderWay() {
    return rows.get().stream().anyMatch(row -> DRAINING.equals(row.get(PHASE)));
  }

  /** The time for the running downloads, as in {@code 30m}. */
  public String getDeadline() {
    return deadline;
  }

  /** Sets the time for the running downloads. */
  public void setDeadline(String value) {
    deadline = value.strip();
  }

  /**
   * Validates a time for the running downloads.
   *
   * @throws ValidatorException with a sentence, for a text that is no time
   */
  public void check(FacesContext context, UIComponent field, Object value) {
    if (Unit.SECONDS.parse(value.toString().strip()).isEmpty()) {
      String problem =
          "“%s” is no time. Give one such as %s; a number alone is seconds."
              .formatted(Text.line(value.toString()), Unit.SECONDS.examples());
      throw new ValidatorException(new FacesMessage(FacesMessage.SEVERITY_ERROR, problem, null));
    }
  }

  /** Begins a drain, or moves its deadline. */
  public void begin() {
    change(CommandLine.of(COMMAND).with("deadline", deadline));
  }

  /** Admits new downloads again. */
  public void resume() {
    change(CommandLine.of(COMMAND).with("cancel", "true"));
  }

  private void change(CommandLine command) {
    commands.tell(target.at(command));
    rows.forget();
  }
}
