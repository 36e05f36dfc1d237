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
  private static final String RATE = "rate";

  /** In place of an unknown number. */
  private static final long UNKNOWN = -1;

  /** Columns beside the rate. */
  private static final Set<String> COLUMNS =
      Set.of("active", "waiting", "started", "completed", "refused", "bytes");

  private Set<String> servers = Set.of();
  private Map<String, Deque<Count>> known = new HashMap<>();

  /**
   * Bytes that had been sent at a moment.
   *
   * @param at milliseconds since the epoch
   */
  private record Count(long at, long bytes) implements Serializable {}

  /**
   * A listener or root; the name is foreign text.
   *
   * @param numbers by column, as far as servers have told them
   */
  public record Row(String name, Map<String, Long> numbers) implements Serializable {
    /** The number of a column, to sort by. */
    public long value(String column) {
      return numbers.getOrDefault(column, UNKNOWN);
    }

    /** The same in words. */
    public String text(String column) {
      long number = value(column);
      if (number == UNKNOWN) {
        return "–";
      }
      return switch (column) {
        case RATE -> Amounts.bytes(number) + "/s";
        case "bytes" -> Amounts.bytes(number);
        default -> Text.count(number);
      };
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

  private static Row row(String name, long rate, StatsSnapshot now) {
    Map<String, Long> numbers = Figure.all(now);
    numbers.keySet().retainAll(COLUMNS);
    numbers.put(RATE, rate);
    return new Row(Text.line(name), numbers);
  }

  private static long rate(Deque<Count> counts, long at, long bytes) {
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
        : (bytes - first.bytes) * 1000 / (at - first.at);
  }
}
