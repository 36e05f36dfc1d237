package io.sendfile.glassfish.console.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.operations.ended.EndedFilter;
import io.sendfile.operations.ended.EndedFilter.Condition;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Named;
import java.io.Serializable;
import java.net.URLEncoder;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The filter of the page of ended transfers, as it is in the page's address. */
@Named("ended")
@ViewScoped
public class EndedView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Most rows of the page. */
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
    Map<String, String> conditions = new HashMap<>();
    texts.keySet().stream()
        .filter(option -> !option.equals(REASON) && !text(option).isEmpty())
        .forEach(option -> conditions.put(option, text(option)));
    return conditions;
  }

  /** The same as a part of an address, each after an ampersand. */
  public String getQuery() {
    return conditions().entrySet().stream()
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

  /**
   * Whether a refusal fulfils the conditions.
   *
   * @param refusal values by column
   * @param filter that of the texts
   */
  boolean accepts(Map<String, String> refusal, EndedFilter filter) {
    Instant at = Instant.parse(refusal.getOrDefault("time", ""));
    return !at.isBefore(filter.since())
        && !at.isAfter(filter.until())
        && List.of(
                REASON,
                Condition.STATUS.option(),
                Condition.CLIENT.option(),
                Condition.APPLICATION.option())
            .stream()
            .allMatch(option -> fits(text(option), refusal.getOrDefault(option, "")));
  }

  private static boolean fits(String wanted, String value) {
    return wanted.isEmpty() || EndedFilter.pattern(wanted, 0).matcher(value).matches();
  }
}
