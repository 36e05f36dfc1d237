package io.sendfile.glassfish.console.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.glassfish.admin.ListSendfileRefusals;
import io.sendfile.operations.ended.EndedFilter;
import io.sendfile.operations.ended.EndedFilter.Condition;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Named;
import java.io.Serializable;
import java.net.URLEncoder;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The filter of the page of ended transfers, as it is in the page's address. */
@Named("ended")
@ViewScoped
public class EndedView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Most rows of a table of the page. */
  static final int MOST = 1000;

  private static final String SINCE = "since";
  private static final String UNTIL = "until";
  private static final String REASON = "reason";

  /**
   * Texts of conditions by their option, and those of {@code since}, {@code until} and {@code
   * reason}.
   */
  private final Map<String, String> texts = new HashMap<>();

  /** Creates a filter without conditions. */
  public EndedView() {
    for (Condition condition : Condition.values()) {
      texts.put(condition.option(), "");
    }
    texts.put(SINCE, "");
    texts.put(UNTIL, "");
    texts.put(REASON, "");
  }

  /** The texts by option; the page sets and shows them. */
  public Map<String, String> getTexts() {
    return texts;
  }

  private String text(String option) {
    @Nullable String text = texts.get(option);
    return text == null ? "" : text.strip();
  }

  /** The outcomes to choose from. */
  public List<String> getOutcomes() {
    return EndedFilter.outcomes().toList();
  }

  /** The number of rows of a table, with a word about its files if they may have more. */
  static String number(int rows) {
    return rows < MOST
        ? String.valueOf(rows)
        : "the last " + rows + " are shown; CSV and JSON have all that match";
  }

  /** Shows a message if a text is invalid. */
  public void check() {
    try {
      filter();
    } catch (IllegalArgumentException e) {
      Commands.tell(false, String.valueOf(e.getMessage()));
    }
  }

  /**
   * The filter.
   *
   * @throws IllegalArgumentException with a sentence, for an invalid text
   */
  EndedFilter filter() {
    Map<Condition, String> conditions = new EnumMap<>(Condition.class);
    for (Condition condition : Condition.values()) {
      conditions.put(condition, text(condition.option()));
    }
    return EndedFilter.of(
        conditions, text(SINCE), text(UNTIL), MOST, ZonedDateTime.now(ZoneId.systemDefault()));
  }

  /** The conditions of transfers by option, for the command. */
  Map<String, String> conditions() {
    return given(option -> !option.equals(REASON));
  }

  /** The conditions of refusals likewise. */
  Map<String, String> refusalConditions() {
    return given(ListSendfileRefusals.CONDITIONS::contains);
  }

  private Map<String, String> given(Predicate<String> wanted) {
    return texts.keySet().stream()
        .filter(option -> wanted.test(option) && !text(option).isEmpty())
        .collect(Collectors.toMap(option -> option, this::text));
  }

  /** The conditions of transfers as a part of an address, each after an ampersand. */
  public String getQuery() {
    return query(conditions());
  }

  /** The conditions of refusals likewise. */
  public String getRefusalsQuery() {
    return query(refusalConditions());
  }

  private static String query(Map<String, String> conditions) {
    return conditions.entrySet().stream()
        .map(each -> "&" + each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
        .collect(Collectors.joining());
  }

  /** Whether refusals are wanted only: a reason of one is given. */
  public boolean isOnlyRefusals() {
    return !text(REASON).isEmpty();
  }

  /** Whether a condition is given that only a transfer can fulfil. */
  public boolean isOnlyTransfers() {
    return List.of(Condition.OUTCOME, Condition.ROOT, Condition.FILE, Condition.ID).stream()
        .anyMatch(condition -> !text(condition.option()).isEmpty());
  }
}
