package io.sendfile.glassfish.console.app;

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
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * The dialog that limits the client, the application or the root of a row or a group. It stays as
 * it is until the limit is made.
 */
@Named("limit")
@ViewScoped
public class LimitView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The options of the command that say whom a limit concerns. */
  private static final Set<String> OPTIONS = Set.of("client", "application", "root");

  private static final String NONE_AT_ALL = "0";

  private final SettingField rate =
      new SettingField(Setting.LIMIT_RATE, "", false, KnownNames.BUILT_IN);
  private String whom = "";
  private String until = "1h";
  private String problem = "";

  @Inject private Commands commands;
  @Inject private TargetView target;

  /** Whom it concerns, as in {@code client=192.0.2.7}. */
  public String getWhom() {
    return whom;
  }

  /** Sets whom it concerns. */
  public void setWhom(String value) {
    whom = value;
  }

  /** The highest rate. */
  public SettingField getRate() {
    return rate;
  }

  /** Its end: a duration or a time; empty for good. */
  public String getUntil() {
    return until;
  }

  /** Sets its end. */
  public void setUntil(String value) {
    until = value.strip();
  }

  /** The reason why it was not made; empty for none. */
  public String getProblem() {
    return problem;
  }

  /** Limits the rate. */
  public void limit() {
    if (rate.getValue().isEmpty()) {
      fail("Give a rate, such as 500k or 5M.");
    } else {
      make(rate.getValue());
    }
  }

  /** Lets nothing through. */
  public void keepOut() {
    make(NONE_AT_ALL);
  }

  private void make(String bytesPerSecond) {
    String[] optionAndName = whom.split("=", 2);
    if (optionAndName.length < 2 || !OPTIONS.contains(optionAndName[0])) {
      fail("Choose whom it concerns.");
      return;
    }
    String end;
    try {
      end = end(until, ZonedDateTime.now(ReaderView.zone()));
    } catch (IllegalArgumentException e) {
      fail(String.valueOf(e.getMessage()));
      return;
    }
    CommandAnswer answer = commands.run(target.at(line(optionAndName, bytesPerSecond, end)));
    if (answer.succeeded()) {
      problem = "";
      rate.setValue("");
      Commands.tell(true, answer.message());
      commands.lead(target.limit(Text.of(answer.data().get("limit"))));
    } else {
      fail(answer.message());
    }
  }

  /**
   * The moment of an end, by the clock of the reader; empty for none.
   *
   * @throws IllegalArgumentException with a sentence, for a text that is none to come
   */
  static String end(String until, ZonedDateTime now) {
    return until.isEmpty()
        ? ""
        : Moment.ahead("until", until, now).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The command, which replaces an earlier limit on the same. */
  static CommandLine line(String[] optionAndName, String bytesPerSecond, String until) {
    CommandLine line =
        CommandLine.of("create-sendfile-limit")
            .with(optionAndName[0], optionAndName[1])
            .with("rate", bytesPerSecond)
            .with("force", "true");
    return until.isEmpty() ? line : line.with("until", until);
  }

  private void fail(String why) {
    problem = Text.local(Text.plain(why));
    FacesContext.getCurrentInstance().validationFailed();
  }
}
