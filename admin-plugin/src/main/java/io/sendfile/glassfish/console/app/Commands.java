package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.AdminCommands;
import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.application.FacesMessage;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.servlet.http.HttpServletRequest;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs administration commands on behalf of the request's user, and shows their messages. */
@Named
@RequestScoped
public class Commands implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Prefix of warnings in the output of commands. */
  private static final String WARNING = "Warning: ";

  private final Set<String> failures = new HashSet<>();
  private String lead = "";

  @Inject private @Nullable HttpServletRequest request;

  /** The administrator's name. */
  public String getUser() {
    return request == null ? "" : Objects.toString(request.getAttribute(AuthFilter.USER), "");
  }

  /** The address of what a command has made; empty without one. */
  public String getLead() {
    return lead;
  }

  /** Sets the address of what a command has made. */
  void lead(String address) {
    lead = address;
  }

  /** Runs it for its data, without showing its message. */
  public CommandAnswer ask(CommandLine command) {
    return AdminCommands.ask(getUser(), command);
  }

  /** Runs a command that changes something, without showing its message. */
  CommandAnswer run(CommandLine command) {
    return AdminCommands.run(getUser(), command);
  }

  /**
   * Runs a command that changes something, and shows its message. The dialog that asked for it
   * stays if it fails, with all that was typed.
   *
   * @return whether it succeeded
   */
  public boolean tell(CommandLine command) {
    return tell(run(command));
  }

  /** Shows the message of a command that was run, as above. */
  static boolean tell(CommandAnswer answer) {
    tell(answer.succeeded(), answer.message());
    if (!answer.succeeded()) {
      FacesContext.getCurrentInstance().validationFailed();
    }
    return answer.succeeded();
  }

  /** Shows each line of a message, warnings apart. */
  static void tell(boolean succeeded, String message) {
    Map<Boolean, List<String>> lines =
        message
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .collect(Collectors.partitioningBy(line -> line.startsWith(WARNING)));
    List<String> said = lines.getOrDefault(false, List.of());
    String nothing = succeeded ? "Done." : "The command failed.";
    tell(
        succeeded ? FacesMessage.SEVERITY_INFO : FacesMessage.SEVERITY_ERROR,
        said.isEmpty() ? List.of(nothing) : said);
    for (String warning : lines.getOrDefault(true, List.of())) {
      tell(FacesMessage.SEVERITY_WARN, List.of(warning));
    }
  }

  private static void tell(FacesMessage.Severity severity, List<String> lines) {
    String rest = String.join("\n", lines.subList(1, lines.size()));
    FacesContext.getCurrentInstance()
        .addMessage(null, new FacesMessage(severity, shown(lines.get(0)), shown(rest)));
  }

  private static String shown(String text) {
    return Text.local(Text.plain(text));
  }

  /**
   * The rows of that name in a command's data; shows the reason if there are none, and each server
   * that did not answer, once.
   */
  public List<Map<String, Object>> rows(CommandLine command, String name) {
    CommandAnswer answer = ask(command);
    if (!answer.hasRows()) {
      tell(false, answer.message());
    }
    for (String failure : answer.failures()) {
      if (failures.add(failure)) {
        tell(FacesMessage.SEVERITY_WARN, List.of(failure));
      }
    }
    return answer.rows(name);
  }
}
