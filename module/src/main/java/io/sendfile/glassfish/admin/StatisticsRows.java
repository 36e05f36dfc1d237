package io.sendfile.glassfish.admin;

import io.sendfile.core.records.Records;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.spi.Escapes;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Figures of servers, their listeners and their roots: as rows for transport, summed, as data and
 * as tables.
 *
 * @param entries in the order received
 */
record StatisticsRows(List<Entry> entries) {
  private static final String SCOPE = "scope";
  private static final String NAME = "name";

  /** The columns of {@link #cells}. */
  static final List<String> COLUMNS =
      Stream.concat(
              Stream.of(RuntimeCommand.INSTANCE, SCOPE, NAME),
              Arrays.stream(Figure.values()).map(Figure::label))
          .toList();

  private static final List<Figure> OVERVIEW =
      List.of(
          Figure.STARTED,
          Figure.ACTIVE,
          Figure.WAITING,
          Figure.COMPLETED,
          Figure.REFUSED,
          Figure.BYTES,
          Figure.FIRST_BYTE_P50,
          Figure.RATE_P50);

  /** Figures of one server, listener or root on a server; the name is empty for a server. */
  record Entry(String instance, Scope scope, String name, StatsSnapshot now) {
    /** Where, and each figure by its label. */
    private Map<String, Object> cells() {
      Map<String, Object> cells = new LinkedHashMap<>();
      cells.put(RuntimeCommand.INSTANCE, instance);
      cells.put(SCOPE, scope.label());
      cells.put(NAME, name);
      cells.putAll(Figure.all(now));
      return cells;
    }
  }

  /** Reads rows. */
  static StatisticsRows of(List<? extends Map<String, ?>> rows) {
    return new StatisticsRows(
        rows.stream().flatMap(row -> Records.read(Entry.class, row).stream()).toList());
  }

  /** A row of figures of this server. */
  static Map<String, Object> row(Scope scope, String name, StatsSnapshot now) {
    return Records.write(new Entry("", scope, name, now));
  }

  /** The same with names as a terminal may show them. */
  StatisticsRows escaped() {
    return new StatisticsRows(
        entries.stream()
            .map(
                each ->
                    new Entry(
                        Escapes.forTerminal(each.instance),
                        each.scope,
                        Escapes.forTerminal(each.name),
                        each.now))
            .toList());
  }

  /** The cells of each entry for a file. */
  List<Map<String, Object>> cells() {
    return entries.stream().map(Entry::cells).toList();
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
    return entries.stream().filter(entry -> entry.scope == scope);
  }

  /**
   * Data for REST: totals of all servers, and figures of each.
   *
   * @param server label of the totals
   */
  Map<String, Object> data(String server) {
    Map<String, Object> data = dataOfOne(server);
    List<String> instances = instances();
    if (!instances.equals(List.of(server))) {
      Map<String, Object> each = new LinkedHashMap<>();
      instances.forEach(instance -> each.put(instance, from(instance).dataOfOne(instance)));
      data.put("instances", each);
    }
    return data;
  }

  private Map<String, Object> dataOfOne(String server) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("server", server);
    whole()
        .ifPresent(
            now -> {
              data.put("since", now.since().toString());
              data.put("at", now.at().toString());
              data.put("statistics", figures(now));
            });
    data.put("listeners", figures(Scope.LISTENER));
    data.put("roots", figures(Scope.ROOT));
    return data;
  }

  /** The servers; or one listener, if the query named it. */
  private Optional<StatsSnapshot> whole() {
    return names(Scope.SERVER).isEmpty()
        ? names(Scope.LISTENER).stream()
            .findFirst()
            .flatMap(listener -> together(Scope.LISTENER, listener))
        : together(Scope.SERVER, "");
  }

  private Map<String, Object> figures(Scope scope) {
    Map<String, Object> each = new LinkedHashMap<>();
    for (String name : names(scope)) {
      together(scope, name).ifPresent(now -> each.put(name, figures(now)));
    }
    return each;
  }

  /** Every figure by its label, refusals and responses one by one. */
  private static Map<String, Object> figures(StatsSnapshot now) {
    Map<String, Object> data = new LinkedHashMap<>(Figure.all(now));
    data.put("active-high", now.activeHigh());
    data.put("waiting-high", now.waitingHigh());
    data.put("refused-by-reason", new TreeMap<>(now.counts().each(Breakdown.REFUSALS)));
    data.put("answered-by-status", new TreeMap<>(now.counts().each(Breakdown.STATUSES)));
    return data;
  }

  /**
   * All as tables for the console: of the servers, with their sum if there are several, or of one
   * listener.
   *
   * @param target of the command
   */
  String text(String target) {
    String servers = String.join(", ", instances());
    boolean isOne = instances().equals(List.of(target));
    String whose = isOne ? "server " + servers : target + " (" + servers + ")";
    if (names(Scope.SERVER).isEmpty()) {
      String listener = String.join(", ", names(Scope.LISTENER));
      return table("Listener " + listener + " of " + whose, Scope.LISTENER, listener);
    }
    return String.join(
        "\n\n",
        table(isOne ? "Server " + servers : "All of " + whose, Scope.SERVER, ""),
        overview(Scope.LISTENER),
        overview(Scope.ROOT));
  }

  private boolean several() {
    return instances().size() > 1;
  }

  /** One row per figure and per reason of refusal; one column per server, if several. */
  private String table(String what, Scope scope, String name) {
    Map<String, StatsSnapshot> columns = columns(scope, name);
    List<Map<String, String>> table = new ArrayList<>();
    if (several()) {
      table.add(line("since", columns, now -> now.since().truncatedTo(ChronoUnit.SECONDS), "time"));
    }
    for (Figure figure : Figure.values()) {
      table.add(line(figure.label(), columns, figure::of, figure.unit()));
    }
    TreeSet<String> reasons = new TreeSet<>();
    columns.values().forEach(now -> reasons.addAll(now.counts().each(Breakdown.REFUSALS).keySet()));
    for (String reason : reasons) {
      table.add(
          line(
              "refused " + reason,
              columns,
              now -> now.counts().of(Breakdown.REFUSALS, reason),
              Figure.REFUSED.unit()));
    }
    String since =
        together(scope, name)
            .map(now -> " since " + now.since().truncatedTo(ChronoUnit.SECONDS))
            .orElse("");
    return what + since + ":\n" + new TextTable(table).text();
  }

  private static Map<String, String> line(
      String name,
      Map<String, StatsSnapshot> columns,
      Function<StatsSnapshot, Object> value,
      String unit) {
    Map<String, String> line = new LinkedHashMap<>();
    line.put("statistic", name);
    columns.forEach((column, now) -> line.put(column, value.apply(now).toString()));
    line.put("unit", unit);
    return line;
  }

  /** The columns in order: the only server, or the sum and each server. */
  private Map<String, StatsSnapshot> columns(Scope scope, String name) {
    Map<String, StatsSnapshot> columns = new LinkedHashMap<>();
    together(scope, name).ifPresent(now -> columns.put(several() ? "all" : "value", now));
    if (several()) {
      // Two words, which cannot be the name of a server.
      each(scope, name).forEach((instance, now) -> columns.put("on " + instance, now));
    }
    return columns;
  }

  /**
   * A row per listener or root with the main figures; for several servers, also a row for each
   * server.
   */
  private String overview(Scope scope) {
    List<Map<String, String>> table = new ArrayList<>();
    for (String name : names(scope)) {
      columns(scope, name)
          .forEach(
              (column, now) -> {
                Map<String, String> row = new LinkedHashMap<>();
                row.put(scope.label(), name);
                if (several()) {
                  row.put(RuntimeCommand.INSTANCE, column);
                }
                OVERVIEW.forEach(figure -> row.put(figure.label(), Long.toString(figure.of(now))));
                table.add(row);
              });
    }
    return new TextTable(table).text();
  }
}
