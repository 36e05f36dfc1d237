package io.sendfile.glassfish.console.app;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Wildcards;
import io.sendfile.core.http.AddressRange;
import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.operations.ended.EndedCondition;
import io.sendfile.operations.ended.EndedFilter;
import io.sendfile.operations.history.Mark;
import io.sendfile.spi.Moment;
import jakarta.annotation.PostConstruct;
import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Named;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.primefaces.model.SortMeta;

/**
 * State of the page of the past, as its address has it: period, conditions, list, grouping, order
 * and page. The past ends when the page is loaded, so that rows keep their places.
 */
@Named("past")
@ViewScoped
public class PastView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Most rows of a list. */
  static final int MOST = 10_000;

  private static final String SINCE = "since";
  private static final String UNTIL = "until";
  private static final String REASON = "reason";
  private static final String EVENT = "event";
  private static final String ADMINISTRATOR = "administrator";
  private static final String WORDS = "words";

  /** Options that choose ended transfers. */
  private static final List<String> CONDITIONS =
      Stream.concat(
              Arrays.stream(EndedCondition.values()).map(EndedCondition::option),
              Stream.of(SINCE, UNTIL))
          .toList();

  /** The lists of the page. */
  enum Show {
    ENDED(CONDITIONS, "time outcome reason file client application bytes average first-byte-ms"),
    REFUSED(EndedCondition.OF_REFUSALS, "time first number reason value client application"),
    CHANGES(List.of(SINCE, UNTIL, EVENT, ADMINISTRATOR, WORDS), "time kind who");

    private final List<String> options;
    private final Set<String> sorted;

    /** A list that is chosen by these options, and can be sorted by these columns. */
    Show(List<String> options, String sorted) {
      this.options = options;
      this.sorted = Set.of(sorted.split(" "));
    }

    Set<String> sorted() {
      return sorted;
    }

    /** The name in addresses, e.g. {@code refused}. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String SHOW = "show";
  private static final String GROUP = "group";

  /** Conditions and what else links to this page keep. */
  private static final List<String> KEPT =
      Stream.concat(CONDITIONS.stream(), Stream.of(EVENT, ADMINISTRATOR, WORDS, SHOW, GROUP))
          .toList();

  /** Conditions whose fields are folded. */
  private static final List<String> MORE =
      List.of("root", "application", "listener", "id", "status", REASON);

  private static final Pattern DATED = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT.*");

  static final String NONE = "none";

  /** Conditions that are names, of which a part may be known. */
  private static final List<String> NAMES =
      List.of("client", "file", "root", "application", "id", ADMINISTRATOR);

  /** Values that make groups: by default those of the first one without a condition. */
  private static final List<String> GROUPINGS =
      List.of("outcome", "client", "file", "root", "application", REASON, NONE);

  private static final List<String> PAGES = List.of("25", "100", "500");
  private static final String DEFAULT_PERIOD = "1d";
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration YEAR = Duration.ofDays(365);
  private static final Duration AROUND = Duration.ofMinutes(5);
  private static final LocalTime EVENING = LocalTime.of(20, 0);
  private static final LocalTime MORNING = LocalTime.of(8, 0);

  private Instant loaded = Instant.now();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private Show show = Show.ENDED;
  private String sort = "";
  private int rows = Integer.parseInt(PAGES.get(0));
  private int first;

  @PostConstruct
  void read() {
    take(FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap());
  }

  /** Takes the parameters of an address; passes over what it does not know. */
  void take(Map<String, String> address) {
    KEPT.forEach(option -> texts.put(option, address.getOrDefault(option, "").strip()));
    texts.replaceAll((option, text) -> local(text));
    show =
        Arrays.stream(Show.values())
            .filter(each -> each.label().equals(text(SHOW)))
            .findFirst()
            .orElse(isOfRefusals() ? Show.REFUSED : Show.ENDED);
    sort = address.getOrDefault("sort", "");
    String size = address.getOrDefault("rows", "");
    rows = Integer.parseInt(PAGES.contains(size) ? size : PAGES.get(0));
    first = SortedTable.first(address.getOrDefault("page", ""), rows);
  }

  /** Whether a condition is given that no ended transfer fulfils. */
  private boolean isOfRefusals() {
    return (!text(REASON).isEmpty() && chooses(Show.REFUSED, REASON))
        || isOfRefusals(text("status"));
  }

  /**
   * Whether an option chooses a list: the reason of a refusal is a word, that of an end several.
   */
  private boolean chooses(Show list, String option) {
    return list.options.contains(option)
        && !(option.equals(REASON) && text(REASON).contains(" ") == (list == Show.REFUSED));
  }

  /** Whether a refusal has a status, or one of a pattern. */
  static boolean isOfRefusals(String status) {
    Wildcards wanted = EndedCondition.statuses(status);
    return Arrays.stream(RefusalReason.values())
        .anyMatch(reason -> wanted.matches(String.valueOf(reason.status())));
  }

  /** Date and time by the clock of the reader, as all pages tell them; any other text as it is. */
  private static String local(String text) {
    try {
      return DATED.matcher(text).matches()
          ? Text.clock(Moment.parse("", text, ZonedDateTime.now(ReaderView.zone())))
          : text;
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** The texts of the address by parameter. */
  public Map<String, String> getTexts() {
    return texts;
  }

  private String text(String option) {
    return texts.getOrDefault(option, "");
  }

  /** The outcomes to choose from. */
  public List<String> getOutcomes() {
    Stream<String> given = Stream.of(text("outcome")).filter(text -> text.contains(","));
    return Stream.concat(EndedCondition.outcomes(), given).toList();
  }

  /** The events to choose from. */
  public List<String> getEvents() {
    return Arrays.stream(Mark.Kind.values()).map(Mark.Kind::label).toList();
  }

  /** Whether the conditions choose an event: its kind, who is behind it, and all words about it. */
  boolean accepts(Mark mark) {
    String about = mark.text().toLowerCase(Locale.ROOT);
    return fits(EVENT, mark.kind().label())
        && fits(ADMINISTRATOR, mark.who())
        && Stream.of(text(WORDS).toLowerCase(Locale.ROOT).split("\\s+")).allMatch(about::contains);
  }

  /**
   * The same of a row of the history; no other row is an event.
   *
   * @param several whether it is among those of several servers
   */
  boolean accepts(Map<String, String> row, boolean several) {
    return Source.marks(List.of(row), several).stream().anyMatch(this::accepts);
  }

  private boolean fits(String option, String value) {
    return text(option).isEmpty() || new Wildcards(text(option), true).matches(value);
  }

  /** Whether a condition is given whose field is folded. */
  public boolean isMore() {
    return MORE.stream().anyMatch(option -> !text(option).isEmpty());
  }

  /** Moves the end of the past to the present. */
  void renew() {
    loaded = Instant.now();
  }

  /** The end of the past. */
  Instant loaded() {
    return loaded;
  }

  private ZonedDateTime now() {
    return loaded.atZone(ReaderView.zone());
  }

  /** A stretch of the past. */
  record Period(Instant since, Instant until) {}

  /**
   * The period: by default a day before its end, which is the present by default.
   *
   * @throws IllegalArgumentException with a sentence, for an invalid text
   */
  Period period() {
    // The names of the fields.
    Instant asked = text(UNTIL).isEmpty() ? loaded : Moment.parse("To", text(UNTIL), now());
    Instant until = asked.isAfter(loaded) ? loaded : asked;
    Instant since =
        text(SINCE).isEmpty() ? until.minus(DAY) : Moment.parse("From", text(SINCE), now());
    if (!since.isBefore(until)) {
      throw new IllegalArgumentException("The period ends before it begins.");
    }
    return new Period(since, until);
  }

  /** A sentence about an invalid text; empty without one. */
  public String getProblem() {
    try {
      EndedFilter unused = filter(conditions(Show.ENDED), now());
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** The period of the charts: as much of that of the page as they know. */
  Span span() {
    Instant from = later(period().since(), loaded.minus(YEAR));
    return Span.of(from, later(period().until(), from.plusSeconds(1)), loaded);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** The beginning of the charts, milliseconds since the epoch. */
  public long getFrom() {
    return span().from().toEpochMilli();
  }

  /** The conditions on downloads that the charts follow, as a part of an address. */
  public String getChosen() {
    List<String> period = List.of(SINCE, UNTIL);
    return Text.query(given(option -> chooses(Show.ENDED, option) && !period.contains(option)));
  }

  /** Their end. */
  public long getTo() {
    return span().to().toEpochMilli();
  }

  /**
   * The conditions of a list by option, for its command.
   *
   * @throws IllegalArgumentException with a sentence, for an invalid text
   */
  Map<String, String> conditions(Show list) {
    Map<String, String> given = given(option -> chooses(list, option));
    given.put(SINCE, period().since().toString());
    given.put(UNTIL, period().until().toString());
    return given;
  }

  /**
   * The filter of ended transfers.
   *
   * @param options of the command
   * @throws IllegalArgumentException with a sentence, for an invalid text
   */
  static EndedFilter filter(Map<String, String> options, ZonedDateTime now) {
    Map<EndedCondition, String> conditions = new EnumMap<>(EndedCondition.class);
    for (EndedCondition condition : EndedCondition.values()) {
      conditions.put(condition, options.getOrDefault(condition.option(), ""));
    }
    return EndedFilter.of(
        conditions, options.getOrDefault(SINCE, ""), options.getOrDefault(UNTIL, ""), MOST, now);
  }

  private Map<String, String> given(Predicate<String> wanted) {
    Map<String, String> given = new LinkedHashMap<>(texts);
    given.keySet().removeIf(option -> text(option).isEmpty() || !wanted.test(option));
    return given;
  }

  /**
   * Asks for the names with these parts in place of these names, where nothing has them; a server
   * that is silent does not keep those of others from being found.
   *
   * @param isKnown asks whether anything has them
   * @return whether all is to be read anew
   */
  boolean widen(BooleanSupplier isKnown) {
    List<String> full =
        NAMES.stream()
            .filter(show.options::contains)
            .filter(name -> !text(name).isEmpty() && !text(name).contains("*"))
            .filter(name -> !AddressRange.isMeant(text(name)))
            .toList();
    if (full.isEmpty() || isKnown.getAsBoolean()) {
      return false;
    }
    full.forEach(name -> texts.put(name, "*" + text(name) + "*"));
    return true;
  }

  /** The filter of downloads in progress as a part of an address, after an ampersand. */
  public String getRunningQuery() {
    return Text.query(Map.of("filter", filter()));
  }

  /** The filter of downloads in progress that have the names. */
  String filter() {
    return Arrays.stream(TextCondition.values())
        .filter(each -> !text(each.label()).isEmpty())
        .map(each -> TransferFilter.word(each, text(each.label())))
        .collect(Collectors.joining(" "));
  }

  /** The names of the given conditions that the shown list does not know; empty without one. */
  public String getPassedOver() {
    return String.join(", ", passedOver(show));
  }

  /** Whether all conditions choose a list, or it is shown. */
  boolean tells(Show list) {
    return list == show || passedOver(list).isEmpty();
  }

  private Set<String> passedOver(Show list) {
    return given(option -> !chooses(list, option) && !option.equals(SHOW) && !option.equals(GROUP))
        .keySet();
  }

  /** The conditions of the shown list as a part of an address, each after an ampersand. */
  public String getQuery() {
    return Text.query(conditions(show));
  }

  /** The period of the charts and the changes likewise, with its steps. */
  public String getHistoryQuery() {
    return Text.query(span().options());
  }

  /** The shown list. */
  Show show() {
    return show;
  }

  /** Its name. */
  public String getShow() {
    return show.label();
  }

  /** The name of the grouping. */
  public String getGroup() {
    return GROUPINGS.contains(text(GROUP))
        ? text(GROUP)
        : GROUPINGS.stream().filter(option -> text(option).isEmpty()).findFirst().orElse(NONE);
  }

  /** Whether the history knows the groups, not only of remembered transfers. */
  boolean isOfAll() {
    return HistoryRows.PARTS.contains(getGroup()) && getChosen().isEmpty();
  }

  /** Whether downloads in progress are of the period, and can fulfil the conditions. */
  public boolean isUpToNow() {
    return passedOver(Show.ENDED).isEmpty()
        && Stream.of(UNTIL, "outcome", "status", REASON).allMatch(option -> text(option).isEmpty());
  }

  /** The name of a group, as rows have it. */
  public String shown(String name) {
    return new PastRow(Map.of(getGroup(), name)).text(getGroup());
  }

  /** Whether a group of theirs can be limited. */
  public boolean isLimitable() {
    return Set.of("client", "application", "root").contains(getGroup());
  }

  /** The names of all groupings. */
  public List<String> getGroupings() {
    return GROUPINGS;
  }

  /** The order at first: none, or that of a column. */
  public List<SortMeta> getSort() {
    return SortedTable.sort(sort, show.sorted);
  }

  /** The numbers of rows of a page to choose from. */
  public String getPages() {
    return String.join(",", PAGES);
  }

  /** Number of rows of a page. */
  public int getRows() {
    return rows;
  }

  /** Sets the number of rows of a page. */
  public void setRows(int number) {
    rows = number;
  }

  /** Index of the first row of the page. */
  public int getFirst() {
    return first;
  }

  /** Sets the index of the first row of the page. */
  public void setFirst(int index) {
    first = index;
  }

  /* ---- links to this page, without its server ---- */

  /** The page with another list, other groups or another condition, which makes other groups. */
  public String with(String option, String value) {
    Map<String, String> state = new LinkedHashMap<>(texts);
    if (option.equals(getGroup())) {
      state.remove(GROUP);
    }
    // Blanks at the ends of a condition do not count.
    state.put(option, value.replaceAll("^\\s|\\s$", "*"));
    return address(state);
  }

  /** The page with all of its period. */
  public String getCleared() {
    return address(given(option -> List.of(SINCE, UNTIL, SHOW, GROUP).contains(option)));
  }

  /** The page about the downloads around a moment, with some time on both sides. */
  public String around(Instant moment) {
    Map<String, String> state = new LinkedHashMap<>(texts);
    state.remove(SHOW);
    state.putAll(periodOf(moment));
    return address(state);
  }

  /** Some time on both sides of a moment, as conditions. */
  static Map<String, String> periodOf(Instant moment) {
    return Map.of(SINCE, moment.minus(AROUND).toString(), UNTIL, moment.plus(AROUND).toString());
  }

  /** The question mark is there in any case, as the server follows. */
  private static String address(Map<String, String> state) {
    return "past.xhtml?" + Text.query(state).replaceFirst("&", "");
  }

  /**
   * A period to choose.
   *
   * @param present whether it is shown
   */
  public record Choice(String name, String address, boolean present) {}

  /** The periods to choose from. */
  public List<Choice> getPeriods() {
    LocalDate today = now().toLocalDate();
    return List.of(
        choice("15 min", "15m", ""),
        choice("1 hour", "1h", ""),
        choice("1 day", DEFAULT_PERIOD, ""),
        choice("1 week", "1w", ""),
        choice("1 year", "1y", ""),
        choice(
            "Last night",
            today.minusDays(1).atTime(EVENING).toString(),
            today.atTime(MORNING).toString()));
  }

  private Choice choice(String name, String since, String until) {
    String shown = text(SINCE) + text(UNTIL);
    Map<String, String> state = new LinkedHashMap<>(texts);
    state.put(SINCE, since);
    state.put(UNTIL, until);
    return new Choice(
        name,
        address(state),
        (shown.isEmpty() ? DEFAULT_PERIOD : shown).equals(local(since) + local(until)));
  }
}
