package io.sendfile.glassfish.console.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.core.stats.Figure;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.glassfish.command.ServersCommand;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Refused files, and the roots that files come from, read for each drawing. */
@Named("files")
@ViewScoped
public class FilesView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Most groups of refusals on the page. */
  private static final int MOST = 1000;

  /** Age of the list of refusals after which it is read anew, as its oldest rows leave it. */
  private static final Duration OLD = Duration.ofMinutes(1);

  private static final String DAY = "24h";
  private static final String PAGE = "files.xhtml?";

  private final Traffic traffic = new Traffic();
  private String reason = "";
  private String since = DAY;
  private String search = "";
  private Instant listed = Instant.MIN;
  private long counted;
  private List<Choice> reasons = List.of();
  private List<Group> refusals = List.of();
  private int further;
  private List<String> missing = List.of();
  private List<String> silent = List.of();
  private List<FileRoot> roots = List.of();

  @Inject private Commands commands;
  @Inject private TargetView target;

  /**
   * Refusals with the same reason, value, client and application; its texts are plain.
   *
   * @param asked the value that named the file, as it was logged: in quotes behind its header, or
   *     {@code root:path}
   * @param number of them
   */
  public record Group(
      String instance,
      String reason,
      String status,
      String application,
      String client,
      String asked,
      String detail,
      long number,
      Instant first,
      Instant last)
      implements Serializable {
    private static final Pattern BY_HEADER = Pattern.compile("([^:' ]+): '(.*)'");
    private static final Pattern BY_ROOT = Pattern.compile("[^: ]+:(?! ).*[^…]");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(?:u([0-9a-f]{4})|\\\\)");

    static Group of(Map<String, String> row) {
      String time = row.getOrDefault("time", "");
      return new Group(
          text(row, ServersCommand.INSTANCE),
          text(row, "reason"),
          text(row, "status"),
          text(row, "application"),
          text(row, "client"),
          text(row, "value"),
          text(row, "detail"),
          Long.parseLong(row.getOrDefault("number", "1")),
          Instant.parse(row.getOrDefault("first", time)),
          Instant.parse(time));
    }

    private static String text(Map<String, String> row, String column) {
      return Text.line(row.getOrDefault(column, ""));
    }

    /** The time of the first, as in the server's log. */
    public String firstClock() {
      return Text.clock(first);
    }

    /** The time of the last likewise. */
    public String lastClock() {
      return Text.clock(last);
    }

    /** The value; with its header, unless that is the usual one. */
    public String value() {
      Matcher named = BY_HEADER.matcher(asked);
      return named.matches() && named.group(1).equals(ExplainView.USUAL) ? named.group(2) : asked;
    }

    /**
     * The question why it is refused, as a part of an address; empty for a value that is cut, or
     * that no question can have.
     */
    public String question() {
      Matcher named = BY_HEADER.matcher(asked);
      if (named.matches() && ExplainView.HEADERS.contains(named.group(1))) {
        return question(named.group(1), unescaped(named.group(2)));
      }
      return BY_ROOT.matcher(asked).matches() ? question(ExplainView.USUAL, unescaped(asked)) : "";
    }

    private String question(String header, String value) {
      return "value="
          + encoded(value)
          + (header.equals(ExplainView.USUAL) ? "" : "&header=" + encoded(header))
          + (application.isEmpty() ? "" : "&application=" + encoded(application));
    }

    /** The text that was escaped for a log. */
    private static String unescaped(String logged) {
      return ESCAPED
          .matcher(logged)
          .replaceAll(
              escape ->
                  Matcher.quoteReplacement(
                      escape.group(1) == null
                          ? "\\"
                          : String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
    }
  }

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
    List<Group> all =
        rows.rows().stream()
            .map(Group::of)
            .filter(group -> finds(group.asked, group.detail, group.client, group.application))
            .toList();
    reasons = reasons(all);
    refusals =
        all.stream()
            .filter(group -> reason.isEmpty() || group.reason.equals(reason))
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.reverse(refusals);
    further = Math.max(0, refusals.size() - MOST);
    refusals.subList(refusals.size() - further, refusals.size()).clear();
  }

  private List<Choice> reasons(List<Group> all) {
    Map<String, Long> sums = new TreeMap<>();
    all.forEach(group -> sums.merge(group.reason, group.number, Long::sum));
    List<Choice> choices = new ArrayList<>();
    choices.add(choice("all", sums.values().stream().mapToLong(Long::longValue).sum(), ""));
    sums.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(sum -> choices.add(choice(sum.getKey(), sum.getValue(), sum.getKey())));
    return choices;
  }

  private Choice choice(String label, long number, String of) {
    return new Choice(label, Text.count(number), PAGE + query(since, of), of.equals(reason));
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
        .filter(root -> finds(root.name, root.path, root.state))
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

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
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

  private boolean finds(String... texts) {
    String row = String.join(" ", texts).toLowerCase(Locale.ROOT);
    return Arrays.stream(search.toLowerCase(Locale.ROOT).split("\\s+")).allMatch(row::contains);
  }

  /** The list as a part of an address, after an ampersand. */
  public String getQuery() {
    return "&" + query(since, reason);
  }

  private String query(String from, String of) {
    return "since="
        + encoded(from)
        + (of.isEmpty() ? "" : "&reason=" + encoded(of))
        + (search.isEmpty() ? "" : "&search=" + encoded(search));
  }

  /** The stretches of time to choose from. */
  public List<Choice> getTimes() {
    return List.of(time("1 hour", "1h"), time("1 day", DAY), time("1 week", "7d"), time("all", ""));
  }

  private Choice time(String label, String from) {
    return new Choice(label, "", PAGE + query(from, reason), from.equals(since));
  }

  /** All refusals of that time, and those of each reason, the most frequent first. */
  public List<Choice> getReasons() {
    return reasons;
  }

  /** The refusals to list, the last first; a table may sort them. */
  public List<Group> getRefusals() {
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
