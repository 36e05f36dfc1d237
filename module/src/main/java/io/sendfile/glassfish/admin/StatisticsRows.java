package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.stats.SnapshotText;
import io.sendfile.glassfish.stats.StatsSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What servers, their listeners and their roots have counted: as rows, in which they tell it, and
 * added up.
 *
 * @param entries in the order they were told
 */
record StatisticsRows(List<Entry> entries) {
  private static final String SCOPE = "scope";
  private static final String NAME = "name";

  /** What is counted for. */
  enum Scope {
    SERVER,
    LISTENER,
    ROOT;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What one server tells of itself, of a listener or of a root. */
  record Entry(String instance, String scope, String name, StatsSnapshot now) {
    Entry(Map<String, String> row) {
      this(
          row.getOrDefault(RuntimeCommand.INSTANCE, ""),
          row.getOrDefault(SCOPE, ""),
          row.getOrDefault(NAME, ""),
          SnapshotText.parse(row));
    }
  }

  /** What these rows tell. */
  static StatisticsRows of(List<Map<String, String>> rows) {
    return new StatisticsRows(rows.stream().map(Entry::new).toList());
  }

  /** A row that tells it; the name is empty for a server. */
  static Map<String, String> row(Scope scope, String name, StatsSnapshot now) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(SCOPE, scope.label());
    row.put(NAME, name);
    row.putAll(SnapshotText.of(now));
    return row;
  }

  /** The servers that told something, in the order they were asked. */
  List<String> instances() {
    return entries.stream().map(Entry::instance).distinct().toList();
  }

  /** What one server told. */
  StatisticsRows from(String instance) {
    return new StatisticsRows(
        entries.stream().filter(entry -> entry.instance.equals(instance)).toList());
  }

  /** The names in that scope, on any server. */
  List<String> names(Scope scope) {
    return in(scope).map(Entry::name).distinct().sorted().toList();
  }

  /** The numbers of each server that has it. */
  Map<String, StatsSnapshot> each(Scope scope, String name) {
    Map<String, StatsSnapshot> each = new LinkedHashMap<>();
    in(scope)
        .filter(entry -> entry.name.equals(name))
        .forEach(entry -> each.put(entry.instance, entry.now));
    return each;
  }

  /** Their sum; empty when none has it. */
  Optional<StatsSnapshot> together(Scope scope, String name) {
    return each(scope, name).values().stream().reduce(StatsSnapshot::plus);
  }

  private Stream<Entry> in(Scope scope) {
    return entries.stream().filter(entry -> entry.scope.equals(scope.label()));
  }
}
