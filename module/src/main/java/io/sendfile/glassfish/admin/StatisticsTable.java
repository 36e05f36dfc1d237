package io.sendfile.glassfish.admin;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.glassfish.admin.StatisticsRows.Scope;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** Statistics as tables for the console: of one server, or of several with their sum. */
final class StatisticsTable {
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

  private static final String TOGETHER = "all";

  private final StatisticsRows rows;
  private final boolean several;

  private StatisticsTable(StatisticsRows rows) {
    this.rows = rows;
    this.several = rows.instances().size() > 1;
  }

  /**
   * All tables: of the servers, or of one listener.
   *
   * @param target of the command
   */
  static String text(StatisticsRows rows, String target) {
    StatisticsTable table = new StatisticsTable(rows);
    String servers = String.join(", ", rows.instances());
    boolean isOne = rows.instances().equals(List.of(target));
    String whose = isOne ? "server " + servers : target + " (" + servers + ")";
    if (rows.names(Scope.SERVER).isEmpty()) {
      String listener = String.join(", ", rows.names(Scope.LISTENER));
      return table.figures("Listener " + listener + " of " + whose, Scope.LISTENER, listener);
    }
    return table.figures(isOne ? "Server " + servers : "All of " + whose, Scope.SERVER, "")
        + "\n\n"
        + table.overview(Scope.LISTENER)
        + "\n\n"
        + table.overview(Scope.ROOT);
  }

  /** One row per figure and per reason of refusal; one column per server, if several. */
  private String figures(String what, Scope scope, String name) {
    Map<String, StatsSnapshot> columns = columns(scope, name);
    List<Map<String, String>> table = new ArrayList<>();
    if (several) {
      table.add(row("since", columns, now -> now.since().truncatedTo(ChronoUnit.SECONDS), "time"));
    }
    for (Figure figure : Figure.values()) {
      table.add(row(figure.label(), columns, figure::of, figure.unit()));
    }
    TreeSet<String> reasons = new TreeSet<>();
    columns.values().forEach(now -> reasons.addAll(now.counts().each(Breakdown.REFUSALS).keySet()));
    for (String reason : reasons) {
      table.add(
          row(
              "refused " + reason,
              columns,
              now -> now.counts().of(Breakdown.REFUSALS, reason),
              Figure.REFUSED.unit()));
    }
    String since =
        rows.together(scope, name)
            .map(now -> " since " + now.since().truncatedTo(ChronoUnit.SECONDS) + ":\n")
            .orElse(":\n");
    return what + since + new TextTable(table).text();
  }

  /** The columns in order: the only server, or the sum and each server. */
  private Map<String, StatsSnapshot> columns(Scope scope, String name) {
    Map<String, StatsSnapshot> columns = new LinkedHashMap<>();
    rows.together(scope, name).ifPresent(now -> columns.put(several ? TOGETHER : "value", now));
    if (several) {
      // Two words, which cannot be the name of a server.
      rows.each(scope, name).forEach((instance, now) -> columns.put("on " + instance, now));
    }
    return columns;
  }

  private static Map<String, String> row(
      String name,
      Map<String, StatsSnapshot> columns,
      Function<StatsSnapshot, Object> value,
      String unit) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("statistic", name);
    columns.forEach((column, now) -> row.put(column, value.apply(now).toString()));
    row.put("unit", unit);
    return row;
  }

  /**
   * A row per listener or root with the main figures; for several servers, also a row for each
   * server.
   */
  private String overview(Scope scope) {
    List<Map<String, String>> table = new ArrayList<>();
    for (String name : rows.names(scope)) {
      columns(scope, name)
          .forEach(
              (column, now) -> {
                Map<String, String> row = new LinkedHashMap<>();
                row.put(scope.label(), name);
                if (several) {
                  row.put(RuntimeCommand.INSTANCE, column);
                }
                OVERVIEW.forEach(figure -> row.put(figure.label(), Long.toString(figure.of(now))));
                table.add(row);
              });
    }
    return new TextTable(table).text();
  }
}
