package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.spi.Amounts;
import io.sendfile.spi.Unit;
import jakarta.faces.application.FacesMessage;
import jakarta.faces.component.UIComponent;
import jakarta.faces.context.FacesContext;
import jakarta.faces.validator.ValidatorException;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Actions on running transfers. They are identified by the ids that the page showed when a dialog
 * was opened, since its rows may have changed.
 */
@Named("transferActions")
@ViewScoped
public class TransferActions implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Most ids of a command: instances get them in an address. */
  private static final int AT_ONCE = 100;

  /** Number of chosen transfers that the dialog names. */
  private static final int NAMED = 5;

  private String id = "";
  private String rate = "";
  private String selected = "";
  private String filter = "";

  /** Files and clients of the chosen transfers, by id. */
  private final Map<String, String> chosen = new LinkedHashMap<>();

  @Inject private Commands commands;
  @Inject private TargetView target;
  @Inject private RunningTransfers running;
  @Inject private TransfersView view;

  /** Id of the transfer in the dialog of one. */
  public String getId() {
    return id;
  }

  /** Sets the id of the transfer in the dialog of one. */
  public void setId(String value) {
    id = value;
  }

  /** The new rate limit. */
  public String getRate() {
    return rate;
  }

  /** Sets the new rate limit, in bytes per second, as in {@code 500k}; 0 = none. */
  public void setRate(String value) {
    rate = value.strip();
  }

  /**
   * Validates a rate limit.
   *
   * @throws ValidatorException with a sentence, for a text that is no amount
   */
  public void checkRate(FacesContext context, UIComponent field, Object value) {
    String problem = rateProblem(value.toString());
    if (!problem.isEmpty()) {
      throw new ValidatorException(new FacesMessage(FacesMessage.SEVERITY_ERROR, problem, null));
    }
  }

  static String rateProblem(String value) {
    return Unit.BYTES.parse(value.strip()).isPresent()
        ? ""
        : "“%s” is no amount. Give bytes per second, such as %s; 0 removes the limit."
            .formatted(Text.line(value), Unit.BYTES.examples());
  }

  /** Cancels the one. */
  public void cancel() {
    commands.tell(target.at(CommandLine.of("cancel-sendfile-transfer", id)));
  }

  /** Applies the rate limit to the one. */
  public void limit() {
    commands.tell(target.at(CommandLine.of("set-sendfile-transfer-rate", id, rate)));
  }

  /** Ids of the rows that were chosen one by one, with blanks between them. */
  public String getSelected() {
    return selected;
  }

  /** Sets the chosen rows; none for all that match the filter. */
  public void setSelected(String value) {
    selected = value;
  }

  /** Chooses the selected transfers that still run, or those that match the filter now. */
  public void choose() {
    Set<String> wanted =
        Arrays.stream(selected.split(" ")).filter(id -> !id.isEmpty()).collect(Collectors.toSet());
    filter = wanted.isEmpty() ? view.getFilter().strip() : "";
    chosen.clear();
    List<TransferRow> rows = wanted.isEmpty() ? running.rows() : running.all();
    rows.forEach(row -> chosen.put(row.id(), row.text("file") + " " + row.about()));
    chosen.keySet().removeIf(id -> !wanted.isEmpty() && !wanted.contains(id));
  }

  /** Number of chosen transfers. */
  public int getChosen() {
    return chosen.size();
  }

  /** The filter that they were chosen by, as text; empty without one. */
  public String getFilter() {
    return Text.line(filter);
  }

  /** Files and clients of the first few. */
  public List<String> getNames() {
    return chosen.values().stream().limit(NAMED).toList();
  }

  /** Number of those not named. */
  public int getOthers() {
    return Math.max(0, chosen.size() - NAMED);
  }

  /** Cancels the chosen ones. */
  public void cancelChosen() {
    each("cancel-sendfile-transfer", List.of(), "cancelled", "Cancelled %d of %d %s.");
  }

  /** Applies the rate limit to the chosen ones. */
  public void limitChosen() {
    long limit = Unit.BYTES.parse(rate).orElseThrow();
    each(
        "set-sendfile-transfer-rate",
        List.of(rate),
        "changed",
        limit == 0
            ? "Removed the rate limit of %d of %d %s."
            : "Limited the rate of %d of %d %s to " + Amounts.rate(limit) + ".");
  }

  /**
   * @param done a sentence with two numbers and a noun: those done, and all
   */
  private void each(String command, List<String> operands, String key, String done) {
    List<String> ids = List.copyOf(chosen.keySet());
    if (ids.isEmpty()) {
      // A second click.
      return;
    }
    for (int i = 0; i < ids.size(); i += AT_ONCE) {
      List<String> some = new ArrayList<>(ids.subList(i, Math.min(i + AT_ONCE, ids.size())));
      some.addAll(operands);
      CommandLine line = target.at(CommandLine.of(command, some.toArray(String[]::new)));
      commands.rows(line, key).forEach(row -> chosen.remove(Text.of(row.get("id"))));
    }
    int number = ids.size() - chosen.size();
    Commands.tell(
        number > 0,
        done.formatted(number, ids.size(), ids.size() == 1 ? "transfer" : "transfers") + left());
    chosen.clear();
  }

  /** Names those that were not done, which are chosen still. */
  private String left() {
    String more = getOthers() == 0 ? "" : "; and " + getOthers() + " more";
    return chosen.isEmpty()
        ? ""
        : " %d had ended, or could not be reached: %s%s."
            .formatted(chosen.size(), String.join("; ", getNames()), more);
  }
}
