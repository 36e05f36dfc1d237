package io.sendfile.glassfish.admin;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.glassfish.admin.StatisticsRows.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Statistics as data for REST: totals of all servers, and figures of each. */
final class StatisticsData {
  private StatisticsData() {}

  /**
   * All data.
   *
   * @param server label of the sums
   */
  static Map<String, Object> of(StatisticsRows rows, String server) {
    Map<String, Object> data = ofOne(rows, server);
    List<String> instances = rows.instances();
    if (!instances.equals(List.of(server))) {
      Map<String, Object> each = new LinkedHashMap<>();
      instances.forEach(instance -> each.put(instance, ofOne(rows.from(instance), instance)));
      data.put("instances", each);
    }
    return data;
  }

  private static Map<String, Object> ofOne(StatisticsRows rows, String server) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("server", server);
    whole(rows)
        .ifPresent(
            now -> {
              data.put("since", now.since().toString());
              data.put("at", now.at().toString());
              data.put("statistics", figures(now));
            });
    data.put("listeners", each(rows, Scope.LISTENER));
    data.put("roots", each(rows, Scope.ROOT));
    return data;
  }

  /** The servers; or one listener, if the query named it. */
  private static Optional<StatsSnapshot> whole(StatisticsRows rows) {
    return rows.names(Scope.SERVER).isEmpty()
        ? rows.names(Scope.LISTENER).stream()
            .findFirst()
            .flatMap(listener -> rows.together(Scope.LISTENER, listener))
        : rows.together(Scope.SERVER, "");
  }

  private static Map<String, Object> each(StatisticsRows rows, Scope scope) {
    Map<String, Object> each = new LinkedHashMap<>();
    for (String name : rows.names(scope)) {
      rows.together(scope, name).ifPresent(now -> each.put(name, figures(now)));
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
}
