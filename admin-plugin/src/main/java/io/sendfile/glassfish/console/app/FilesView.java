package io.sendfile.glassfish.console.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.core.stats.Figure;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.glassfish.console.app.Source.Rows;
import io.sendfile.operations.problems.RootState;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Refused files, and the roots that files come from, read for each drawing. */
@Named("files")
@ViewScoped
public class FilesView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Most groups of refusals on the page. */
  private static final int MOST = 1000;

  /** Age of the list of refusals after which it is read anew, as its oldest rows leave it. */
  private static final Duration OLD = Duration.ofMinutes(1);

  /** Columns of refusals in which words are looked for. */
  private static final List<String> SEARCHED = List.of("value", "detail", "client", "application");

  private static final String DAY = "24h";

  private final Traffic traffic = new Traffic();
  private String reason = "";
  private String since = DAY;
  private String search = "";
  private Instant listed = Instant.MIN;
  private long counted;
  private List<Choice> reasons = List.of();
  private List<PastRow> refusals = List.of();
  private int further;
  private List<String> missing = List.of();
  private List<String> silent = List.of();
  private List<FileRoot> roots = List.of();

  @Inject private Commands commands;
  @Inject private TargetView target;

  /**
   * A link to another list.
   *
   * @param number of refusals in it; empty for a stretch of time
   * @param address without the parameters of all pages
   */
  public record Choice(String label, String number, String address, boolean chosen)
      implements Serializable {}

  /**
   * A root.
   *
   * @param state of its folder
   * @param warns whether that is a fault
   */
  public record FileRoot(String name, String path, String state, boolean warns, Traffic.Row figures)
      implements Serializable {}

  /** Reads the present figures and the refusals. */
  public void read() {
    if (!target.isFound()) {
      return;
    }
    Instant now = Instant.now();
    Live live = target.source().live(now.toEpochMilli());
    silent = live.failures().stream().map(Text::plain).toList();
    roots = roots(live);
    long refused = live.together().map(figures -> Figure.REFUSED.of(figures.totals())).orElse(-1L);
    if (refused != counted || listed.isBefore(now.minus(OLD))) {
      list();
      counted = refused;
      listed = now;
    }
  }

  private void list() {
    show(target.source().refusals(since.isBlank() ? Map.of() : Map.of("since", since)));
  }

  void show(Rows rows) {
    missing = rows.failures().stream().map(Text::plain).toList();
    List<PastRow> all =
        rows.rows().stream()
            .map(PastRow::new)
            .filter(row -> finds(SEARCHED.stream().map(row::text)))
            .toList();
    reasons = reasons(all);
    refusals =
        all.stream()
            .filter(row -> reason.isEmpty() || row.text("reason").equals(reason))
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.reverse(refusals);
    further = Math.max(0, refusals.size() - MOST);
    refusals.subList(refusals.size() - further, refusals.size()).clear();
  }

  private List<Choice> reasons(List<PastRow> all) {
    Map<String, Long> sums = new TreeMap<>();
    all.forEach(row -> sums.merge(row.text("reason"), row.number(), Long::sum));
    List<Choice> choices = new ArrayList<>();
    choices.add(choice("all", sums.values().stream().mapToLong(Long::longValue).sum(), ""));
    sums.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(sum -> choices.add(choice(sum.getKey(), sum.getValue(), sum.getKey())));
    return choices;
  }

  private Choice choice(String label, long number, String of) {
    return new Choice(
        label, Text.count(number), Text.address("files", query(since, of)), of.equals(reason));
  }

  private List<FileRoot> roots(Live live) {
    Map<String, Traffic.Row> figures = new HashMap<>();
    live.together()
        .map(LiveFigures::roots)
        .ifPresent(
            totals ->
                traffic
                    .rows(live.each().keySet(), totals)
                    .forEach(row -> figures.put(row.name(), row)));
    return commands
        .rows(
            ElementKind.ROOT.list().with("target", target.getConfiguration()),
            ElementKind.ROOT.rowsName())
        .stream()
        .map(ElementRow::of)
        .map(root -> root(root, figures))
        .filter(root -> finds(Stream.of(root.name, root.path, root.state)))
        .toList();
  }

  private static FileRoot root(ElementRow root, Map<String, Traffic.Row> figures) {
    String name = root.cell("name");
    String state = root.cell("state");
    return new FileRoot(
        name,
        root.cell("path"),
        state.equals(RootState.ELSEWHERE) ? "" : state,
        root.warns(ElementKind.ROOT, "state"),
        figures.getOrDefault(name, Traffic.Row.unknown(name)));
  }

  /** The reason of the refusals to list; empty for all. */
  public String getReason() {
    return reason;
  }

  /** Sets the reason. */
  public void setReason(String name) {
    reason = name;
  }

  /** The time from which on refusals are listed, in a form of {@code Moment}; empty for any. */
  public String getSince() {
    return since;
  }

  /** Sets that time. */
  public void setSince(String text) {
    since = text;
  }

  /** Words that the rows of both lists have, in any case and order; empty for all rows. */
  public String getSearch() {
    return search;
  }

  /** Sets these words. */
  public void setSearch(String words) {
    search = words;
  }

  private boolean finds(Stream<String> texts) {
    String row = texts.collect(Collectors.joining(" ")).toLowerCase(Locale.ROOT);
    return Arrays.stream(search.toLowerCase(Locale.ROOT).split("\\s+")).allMatch(row::contains);
  }

  /** The list as a part of an address, after an ampersand. */
  public String getQuery() {
    return query(since, reason);
  }

  private String query(String from, String of) {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put("reason", of);
    conditions.put("search", search);
    // An empty time is not the usual one.
    return "&since=" + URLEncoder.encode(from, UTF_8) + Text.query(conditions);
  }

  /** The stretches of time to choose from. */
  public List<Choice> getTimes() {
    return List.of(time("1 hour", "1h"), time("1 day", DAY), time("1 week", "7d"), time("all", ""));
  }

  private Choice time(String label, String from) {
    return new Choice(label, "", Text.address("files", query(from, reason)), from.equals(since));
  }

  /** All refusals of that time, and those of each reason, the most frequent first. */
  public List<Choice> getReasons() {
    return reasons;
  }

  /** The refusals to list, the last first; a table may sort them. */
  public List<PastRow> getRefusals() {
    return refusals;
  }

  /** The number of groups beyond those of the list. */
  public int getFurther() {
    return further;
  }

  /** A line for each server whose refusals are not known. */
  public List<String> getMissing() {
    return missing;
  }

  /** A line for each server whose figures are not known. */
  public List<String> getSilent() {
    return silent;
  }

  /** The roots. */
  public List<FileRoot> getRoots() {
    return roots;
  }
}
