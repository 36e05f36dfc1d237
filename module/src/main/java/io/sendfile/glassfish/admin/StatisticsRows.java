package io.sendfile.glassfish.admin;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.SnapshotText;
import io.sendfile.core.stats.StatsSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Figures of servers, their listeners and their roots: as rows for transport, and summed.
 *
 * @param entries in the order received
 */
record StatisticsRows(List<Entry> entries) {
  private static final String SCOPE = "scope";
  private static final String NAME = "name";

  /** Scope of a row. */
  enum Scope {
    SERVER,
    LISTENER,
    ROOT;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Figures of one server, listener or root on a server. */
  record Entry(String instance, String scope, String name, StatsSnapshot now) {
    Entry(Map<String, String> row) {
      this(
          row.getOrDefault(RuntimeCommand.INSTANCE, ""),
          row.getOrDefault(SCOPE, ""),
          row.getOrDefault(NAME, ""),
          SnapshotText.parse(row));
    }

    /** Where, and each figure by its label. */
    Map<String, Object> cells() {
      Map<String, Object> cells = new LinkedHashMap<>();
      cells.put(RuntimeCommand.INSTANCE, instance);
      cells.put(SCOPE, scope);
      cells.put(NAME, name);
      cells.putAll(Figure.all(now));
      return cells;
    }
  }

  /** Parses rows. */
  static StatisticsRows of(List<Map<String, String>> rows) {
    return new StatisticsRows(rows.stream().map(Entry::new).toList());
  }

  /** A row of figures; the name is empty for a server. */
  static Map<String, String> row(Scope scope, String name, StatsSnapshot now) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(SCOPE, scope.label());
    row.put(NAME, name);
    row.putAll(SnapshotText.of(now));
    return row;
  }

  /** The answering servers, in the order asked. */
  List<String> instances() {
    return entries.stream().map(Entry::instance).distinct().toList();
  }

  /** The figures of one server. */
  StatisticsRows from(String instance) {
    return new StatisticsRows(
        entries.stream().filter(entry -> entry.instance.equals(instance)).toList());
  }

  /** The names in that scope, on any server. */
  List<String> names(Scope scope) {
    return in(scope).map(Entry::name).distinct().sorted().toList();
  }

  /** Figures of each server that has the name. */
  Map<String, StatsSnapshot> each(Scope scope, String name) {
    Map<String, StatsSnapshot> each = new LinkedHashMap<>();
    in(scope)
        .filter(entry -> entry.name.equals(name))
        .forEach(entry -> each.put(entry.instance, entry.now));
    return each;
  }

  /** Their sum; empty when no server has the name. */
  Optional<StatsSnapshot> together(Scope scope, String name) {
    return each(scope, name).values().stream().reduce(StatsSnapshot::plus);
  }

  private Stream<Entry> in(Scope scope) {
    return entries.stream().filter(entry -> entry.scope.equals(scope.label()));
  }
}
