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
 * @param state in words; with the names of servers where there are several
 */
public record PlugInPanel(String name, String state, Panel panel) {
  /** Rows of a table that a page has. */
  static final int MOST_ROWS = 100;

  private static final String FACTS = "Figures";

  /** The column of the server's name, in the data of commands too. */
  private static final String INSTANCE = "instance";

  /**
   * The plug-ins of servers out of the rows of the command, first those that show something. Of
   * several, facts become a table, and tables that share their title are one.
   *
   * @param search words that a row of a table has; empty for the first rows
   */
  public static List<PlugInPanel> together(
      List<Map<String, Object>> rows, boolean several, String search) {
    Map<String, PlugInPanel> all = new TreeMap<>();
    for (Map<String, Object> row : rows) {
      Records.read(PlugInPanel.class, row)
          .map(each -> several ? each.of(String.valueOf(row.get(INSTANCE))) : each)
          .ifPresent(each -> all.merge(each.name, each, PlugInPanel::plus));
    }
    String wanted = search.strip().toLowerCase(Locale.ROOT);
    return all.values().stream()
        .sorted(Comparator.comparing(each -> each.panel.equals(Panel.NONE)))
        .map(each -> each.found(wanted))
        .toList();
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

  private PlugInPanel found(String wanted) {
    List<Table> tables = panel.tables().stream().map(table -> found(table, wanted)).toList();
    return new PlugInPanel(name, state, new Panel(panel.facts(), tables, panel.actions()));
  }

  private static Table found(Table table, String wanted) {
    List<Map<String, String>> found =
        table.rows().stream()
            .filter(
                row ->
                    row.values().stream()
                        .anyMatch(cell -> cell.toLowerCase(Locale.ROOT).contains(wanted)))
            .toList();
    int most = Math.min(MOST_ROWS, found.size());
    String title =
        most == found.size()
            ? table.title()
            : "%s (%d of %,d are shown)".formatted(table.title(), most, found.size());
    return new Table(title, table.columns(), found.subList(0, most), table.actions());
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
        instance + ": " + state,
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
        state + "; " + other.state,
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
