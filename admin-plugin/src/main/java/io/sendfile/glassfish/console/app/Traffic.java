package io.sendfile.glassfish.console.app;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.spi.Amounts;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The traffic of listeners or roots, with rates between one drawing of a page and the next. Rates
 * are averages of about 30 seconds, as kernels take the bytes for slow clients in lumps.
 */
final class Traffic implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final Duration WINDOW = Duration.ofSeconds(30);

  /** Text of an unknown figure. */
  private static final String UNKNOWN = "–";

  private Set<String> servers = Set.of();
  private Map<String, Deque<Count>> known = new HashMap<>();

  /**
   * Bytes that had been sent at a moment.
   *
   * @param at milliseconds since the epoch
   */
  private record Count(long at, long bytes) implements Serializable {}

  /** A listener or root in words; the name is foreign text. */
  public record Row(
      String name,
      String rate,
      String active,
      String waiting,
      String started,
      String completed,
      String refused,
      String sent)
      implements Serializable {
    /** Figures that no server has told. */
    static Row unknown(String name) {
      return new Row(name, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
    }
  }

  /**
   * The rows of these totals, in their order.
   *
   * @param from names of the servers whose sums they are
   * @param totals by name, each with the time of its reading
   */
  List<Row> rows(Set<String> from, Map<String, StatsSnapshot> totals) {
    Map<String, Deque<Count>> next = new HashMap<>();
    List<Row> rows = new ArrayList<>();
    totals.forEach(
        (name, now) -> {
          // The sum of other servers would look like traffic.
          Deque<Count> counts =
              from.equals(servers)
                  ? known.getOrDefault(name, new ArrayDeque<>())
                  : new ArrayDeque<>();
          next.put(name, counts);
          rows.add(row(name, rate(counts, now.at().toEpochMilli(), Figure.BYTES.of(now)), now));
        });
    servers = Set.copyOf(from);
    known = next;
    return rows;
  }

  private static Row row(String name, String rate, StatsSnapshot now) {
    return new Row(
        Text.line(name),
        rate,
        Text.count(now.active()),
        Text.count(now.waiting()),
        Text.count(Figure.STARTED.of(now)),
        Text.count(Figure.COMPLETED.of(now)),
        Text.count(Figure.REFUSED.of(now)),
        Amounts.bytes(Figure.BYTES.of(now)));
  }

  private static String rate(Deque<Count> counts, long at, long bytes) {
    if (!counts.isEmpty() && bytes < counts.getLast().bytes) {
      // The server has restarted.
      counts.clear();
    }
    Count first = counts.pollFirst();
    while (first != null && !counts.isEmpty() && counts.getFirst().at <= at - WINDOW.toMillis()) {
      first = counts.pollFirst();
    }
    if (first != null) {
      counts.addFirst(first);
    }
    counts.addLast(new Count(at, bytes));
    return first == null || at <= first.at
        ? UNKNOWN
        : Amounts.bytes((bytes - first.bytes) * 1000 / (at - first.at)) + "/s";
  }
}
