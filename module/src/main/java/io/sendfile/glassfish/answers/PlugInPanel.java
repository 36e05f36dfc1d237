package io.sendfile.glassfish.answers;

import io.sendfile.core.records.Records;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Panel.Action;
import io.sendfile.spi.Panel.Fact;
import io.sendfile.spi.Panel.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A plug-in as the console shows it, on one server or on several. Immutable.
 *
 * @param name of the plug-in
 * @param kind such as {@code store}
 * @param state in words; with the names of servers where there are several
 * @param properties their names, with what they mean
 */
public record PlugInPanel(
    String name, String kind, String state, List<Fact> properties, Panel panel) {
  /** Rows of a table that a page has. */
  static final int MOST_ROWS = 100;

  private static final String FACTS = "Figures";

  /** The column of the server's name, in the data of commands too. */
  private static final String INSTANCE = "instance";

  public PlugInPanel {
    properties = List.copyOf(properties);
  }

  /**
   * The plug-ins of servers out of the rows of the command, first those that show something. Of
   * several, facts become a table, and tables that share their title are one.
   */
  public static List<PlugInPanel> together(List<Map<String, Object>> rows, boolean several) {
    Map<String, PlugInPanel> all = new TreeMap<>();
    for (Map<String, Object> row : rows) {
      Records.read(PlugInPanel.class, row)
          .map(each -> several ? each.of(String.valueOf(row.get(INSTANCE))) : each)
          .ifPresent(each -> all.merge(each.name, each, PlugInPanel::plus));
    }
    return all.values().stream()
        .sorted(Comparator.comparing(each -> each.panel.equals(Panel.NONE)))
        .toList();
  }

  /**
   * Plug-ins with all words, in any case and order: in their own texts, or in a row of their
   * tables, of which those rows are left then. Of each table the first rows are left, and columns
   * that are empty in all of them are not.
   */
  public static List<PlugInPanel> found(List<PlugInPanel> all, String search) {
    List<String> words = List.of(search.strip().toLowerCase(Locale.ROOT).split("\\s+"));
    return all.stream().flatMap(each -> each.found(words)).toList();
  }

  /** The first command of that name among those of a plug-in; empty for none. */
  public static Optional<Action> action(List<PlugInPanel> all, String plugIn, String command) {
    return all.stream()
        .filter(each -> each.name.equals(plugIn))
        .map(PlugInPanel::panel)
        .flatMap(
            each ->
                Stream.concat(
                    each.actions().stream(),
                    each.tables().stream().flatMap(table -> table.actions().stream())))
        .filter(action -> action.command().equals(command))
        .findFirst();
  }

  /**
   * The cells of the row of a plug-in that has certain cells, in the order of the columns, without
   * those and empty ones; none if there is no such row, or no cell is given.
   */
  public static Map<String, String> row(
      List<PlugInPanel> all, String plugIn, Map<String, String> cells) {
    for (PlugInPanel each : all) {
      for (Table table : each.name.equals(plugIn) ? each.panel.tables() : List.<Table>of()) {
        for (Map<String, String> row : table.rows()) {
          if (!cells.isEmpty() && row.entrySet().containsAll(cells.entrySet())) {
            Map<String, String> rest = new LinkedHashMap<>();
            table.columns().forEach(column -> rest.put(column, row.getOrDefault(column, "")));
            rest.keySet().removeAll(cells.keySet());
            rest.values().removeIf(String::isEmpty);
            return rest;
          }
        }
      }
    }
    return Map.of();
  }

  private Stream<PlugInPanel> found(List<String> words) {
    List<Table> found =
        panel.tables().stream()
            .map(
                table ->
                    with(
                        table,
                        table.rows().stream().filter(row -> has(row.values(), words)).toList()))
            .toList();
    boolean itself = has(texts(), words);
    if (!itself && found.stream().allMatch(table -> table.rows().isEmpty())) {
      return Stream.empty();
    }
    List<Table> tables = (itself ? panel.tables() : found).stream().map(PlugInPanel::cut).toList();
    return Stream.of(
        new PlugInPanel(
            name, kind, state, properties, new Panel(panel.facts(), tables, panel.actions())));
  }

  private List<String> texts() {
    List<String> texts = new ArrayList<>(List.of(name, kind, state));
    Stream.of(properties, panel.facts())
        .flatMap(List::stream)
        .forEach(fact -> texts.addAll(List.of(fact.label(), fact.value())));
    panel.actions().forEach(action -> texts.add(action.label()));
    for (Table table : panel.tables()) {
      texts.add(table.title());
      texts.addAll(table.columns());
    }
    return texts;
  }

  private static boolean has(Collection<String> texts, List<String> words) {
    String all = String.join("\n", texts).toLowerCase(Locale.ROOT);
    return words.stream().allMatch(all::contains);
  }

  private static Table with(Table table, List<Map<String, String>> rows) {
    return new Table(table.title(), table.columns(), rows, table.actions());
  }

  /** The first rows of a table, with the columns that have something there. */
  private static Table cut(Table table) {
    int all = table.rows().size();
    List<Map<String, String>> rows = table.rows().subList(0, Math.min(all, MOST_ROWS));
    return new Table(
        all <= MOST_ROWS
            ? table.title()
            : "%s (%d of %,d are shown)".formatted(table.title(), MOST_ROWS, all),
        table.columns().stream()
            .filter(
                column -> rows.stream().anyMatch(row -> !row.getOrDefault(column, "").isEmpty()))
            .toList(),
        rows,
        table.actions());
  }

  private PlugInPanel of(String instance) {
    List<Table> tables = new ArrayList<>();
    if (!panel.facts().isEmpty()) {
      Map<String, String> facts = new LinkedHashMap<>();
      panel.facts().forEach(fact -> facts.put(fact.label(), fact.value()));
      tables.add(new Table(FACTS, List.copyOf(facts.keySet()), List.of(facts), List.of()));
    }
    tables.addAll(panel.tables());
    return new PlugInPanel(
        name,
        kind,
        instance + ": " + state,
        properties,
        new Panel(
            List.of(),
            tables.stream().map(table -> of(instance, table)).toList(),
            panel.actions()));
  }

  private static Table of(String instance, Table table) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (Map<String, String> row : table.rows()) {
      Map<String, String> marked = new LinkedHashMap<>(row);
      marked.put(INSTANCE, instance);
      rows.add(marked);
    }
    return new Table(
        table.title(), joined(List.of(INSTANCE), table.columns()), rows, table.actions());
  }

  private PlugInPanel plus(PlugInPanel other) {
    Map<String, Table> tables = new LinkedHashMap<>();
    Stream.of(panel, other.panel)
        .flatMap(each -> each.tables().stream())
        .forEach(table -> tables.merge(table.title(), table, PlugInPanel::plus));
    List<Fact> facts = joined(panel.facts(), other.panel.facts());
    return new PlugInPanel(
        name,
        kind,
        state + "; " + other.state,
        joined(properties, other.properties),
        new Panel(
            facts, List.copyOf(tables.values()), joined(panel.actions(), other.panel.actions())));
  }

  /** Versions of a bundle may have different columns. */
  private static Table plus(Table one, Table other) {
    return new Table(
        one.title(),
        joined(one.columns(), other.columns()),
        Stream.concat(one.rows().stream(), other.rows().stream()).toList(),
        joined(one.actions(), other.actions()));
  }

  private static <T> List<T> joined(Collection<T> some, Collection<T> others) {
    LinkedHashSet<T> all = new LinkedHashSet<>(some);
    all.addAll(others);
    return List.copyOf(all);
  }
}
