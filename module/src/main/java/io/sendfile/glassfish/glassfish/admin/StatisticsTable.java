package io.sendfile.glassfish.glassfish.admin;

import io.sendfile.glassfish.stats.Figure;
import io.sendfile.glassfish.stats.StatsSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Statistics as rows for the console and as data for REST. */
final class StatisticsTable {
  private static final List<Figure> COLUMNS =
      List.of(
          Figure.STARTED,
          Figure.ACTIVE,
          Figure.WAITING,
          Figure.COMPLETED,
          Figure.REFUSED,
          Figure.BYTES,
          Figure.FIRST_BYTE_P50,
          Figure.RATE_P50);

  private StatisticsTable() {}

  /** One row for each figure, then for each reason of refusal. */
  static String all(StatsSnapshot now) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (Figure figure : Figure.values()) {
      rows.add(row(figure.label(), figure.of(now), figure.unit()));
    }
    new TreeMap<>(now.refused())
        .forEach((reason, n) -> rows.add(row("refused " + reason, n, Figure.REFUSED.unit())));
    return new TextTable(rows).text();
  }

  private static Map<String, String> row(String name, long value, String unit) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("statistic", name);
    row.put("value", Long.toString(value));
    row.put("unit", unit);
    return row;
  }

  /** One row for each listener, or root, with the figures that matter most. */
  static String overview(String what, Map<String, StatsSnapshot> each) {
    List<Map<String, String>> rows = new ArrayList<>();
    each.forEach(
        (name, now) -> {
          Map<String, String> row = new LinkedHashMap<>();
          row.put(what, name);
          COLUMNS.forEach(figure -> row.put(figure.label(), Long.toString(figure.of(now))));
          rows.add(row);
        });
    return new TextTable(rows).text();
  }

  /** Every figure by its label, and the refusals and answers one by one. */
  static Map<String, Object> data(StatsSnapshot now) {
    Map<String, Object> data = new LinkedHashMap<>();
    for (Figure figure : Figure.values()) {
      data.put(figure.label(), figure.of(now));
    }
    data.put("active-high", now.activeHigh());
    data.put("waiting-high", now.waitingHigh());
    data.put("refused-by-reason", new TreeMap<>(now.refused()));
    Map<String, Long> statuses = new TreeMap<>();
    now.statuses().forEach((status, n) -> statuses.put(status.toString(), n));
    data.put("answered-by-status", statuses);
    return data;
  }

  /** The same for each listener, or root. */
  static Map<String, Object> data(Map<String, StatsSnapshot> each) {
    Map<String, Object> data = new LinkedHashMap<>();
    each.forEach((name, now) -> data.put(name, data(now)));
    return data;
  }
}
