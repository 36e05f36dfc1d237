package io.sendfile.glassfish.answers;

import io.sendfile.core.records.Records;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.Figure;
import io.sendfile.operations.history.History;
import io.sendfile.operations.history.Interval;
import io.sendfile.operations.history.ListenerStop;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Missed;
import io.sendfile.operations.history.Point;
import io.sendfile.operations.history.Use;
import io.sendfile.spi.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Intervals, marks and the largest applications and roots of a history as rows of {@code
 * list-sendfile-history}.
 */
public final class HistoryRows {
  /** The column of the type of a row. */
  public static final String TYPE = "type";

  /** Type of the row of an interval. */
  public static final String INTERVAL = "interval";

  /** Type of the row of a mark. */
  public static final String MARK = "mark";

  /** Further columns of the row of a mark. */
  public static final List<String> OF_MARKS = List.of("time", "kind", "who", "text");

  /** Types of the rows of applications and roots. */
  public static final List<String> PARTS = List.of("application", "root");

  /** The name in such a row; {@link #OTHERS} for all that have no row. */
  public static final String NAME = "name";

  /** Stands for the smaller ones. */
  public static final String OTHERS = "(others)";

  private static final int MOST_PARTS = 100;
  private static final String TIME = "time";
  private static final String BYTES = "bytes";
  private static final String REFUSED = Figure.REFUSED.label();
  private static final String KEPT_OUT = Figure.KEPT_OUT.label();
  private static final String FIRST_BYTES = "first-byte-nanos";
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p99");

  /** The change of a listener that ended downloads, perhaps of a server among others. */
  private static final Pattern LISTENERS =
      Pattern.compile(
          "(?:([^ ]+): )?Listeners? ([^:]+): (.*); \\d+ downloads? ended(?:;.*|…)?",
          Pattern.DOTALL);

  private static final List<String> COUNTED =
      Stream.concat(
              Stream.of(BYTES, "started", REFUSED, KEPT_OUT),
              Arrays.stream(Outcome.values()).map(Outcome::label))
          .toList();

  private HistoryRows() {}

  /** A row without the distribution, which is for servers alone. */
  public static Map<String, Object> cells(Map<String, ?> row) {
    Map<String, Object> cells = new LinkedHashMap<>(row);
    cells.remove(FIRST_BYTES);
    return cells;
  }

  /** The columns of intervals and marks. */
  public static Set<String> columns() {
    Set<String> columns = new LinkedHashSet<>(cells(row(Interval.empty(0))).keySet());
    columns.add(NAME);
    columns.addAll(row(new Mark(Instant.EPOCH, Mark.Kind.START, "", "")).keySet());
    return columns;
  }

  /** The row of an interval. */
  public static Map<String, String> row(Interval interval) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(TYPE, INTERVAL);
    row.put(TIME, Instant.ofEpochMilli(interval.start()).toString());
    put(row, "millis", interval.millis());
    put(row, BYTES, interval.bytes());
    put(row, "rate", interval.bytesPerSecond());
    put(row, "rate-high", interval.highestBytesPerSecond());
    put(row, "started", interval.started());
    for (Outcome outcome : Outcome.values()) {
      put(row, outcome.label(), interval.ended(outcome));
    }
    put(row, REFUSED, interval.refused());
    put(row, KEPT_OUT, interval.keptOut());
    row.put("active", decimal(interval.meanActive()));
    put(row, "active", interval.load().active());
    row.put("waiting", decimal(interval.meanWaiting()));
    put(row, "waiting", interval.load().waiting());
    put(row, "workers", interval.load().workers());
    put(row, "claimed-bytes", interval.load().memory());
    Missed worst = interval.worst();
    row.put("refused-per-minute-high", decimal(worst.refused()));
    row.put("failed-per-minute-high", decimal(worst.failed()));
    row.put("aborted-per-minute-high", decimal(worst.aborted()));
    Map<String, Long> times = interval.firstByteNanos().percentiles(1000);
    PERCENTILES.forEach(p -> put(row, "first-byte-micros-" + p, times.getOrDefault(p, 0L)));
    row.put(FIRST_BYTES, interval.firstByteNanos().text());
    return row;
  }

  private static void put(Map<String, String> row, String name, long value) {
    row.put(name, Long.toString(value));
  }

  private static void put(Map<String, String> row, String name, Use use) {
    put(row, name + "-high", use.most());
    put(row, name + "-limit", use.limit());
  }

  /**
   * The rows of the largest applications and roots, each kind by bytes, and of all others; none
   * without parts, as of a history that is one itself.
   *
   * @param intervals of the whole
   * @param parts by their names in an interval
   */
  public static List<Map<String, String>> parts(
      List<Interval> intervals, Map<String, Interval> parts) {
    Map<String, String> all = row(intervals.stream().reduce(Interval.empty(0), Interval::plus));
    List<Map<String, String>> rows = new ArrayList<>();
    for (String type : PARTS) {
      String kind = type + " ";
      List<Map<String, String>> known =
          parts.entrySet().stream()
              .filter(each -> each.getKey().startsWith(kind))
              .sorted(Comparator.comparingLong(each -> -each.getValue().bytes()))
              .limit(MOST_PARTS)
              .map(each -> part(type, each.getKey().substring(kind.length()), row(each.getValue())))
              .toList();
      Map<String, String> others = part(type, OTHERS, all);
      for (String column : COUNTED) {
        long its = known.stream().mapToLong(row -> number(row, column)).sum();
        put(others, column, Math.max(0, number(all, column) - its));
      }
      rows.addAll(known);
      long rest = COUNTED.stream().mapToLong(column -> number(others, column)).sum();
      if (rest > 0 && !known.isEmpty()) {
        rows.add(others);
      }
    }
    return rows;
  }

  private static Map<String, String> part(String type, String name, Map<String, String> figures) {
    Map<String, String> row = new LinkedHashMap<>(figures);
    row.keySet().retainAll(COUNTED);
    row.put(TYPE, type);
    row.put(NAME, name);
    return row;
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** The row of a mark. */
  public static Map<String, String> row(Mark mark) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(TYPE, MARK);
    row.putAll(Records.texts(mark));
    return row;
  }

  /**
   * The options of {@code list-sendfile-ended-transfers} that choose the downloads that ended with
   * the change of a listener; none for another mark.
   */
  public static Map<String, String> ended(Mark mark) {
    Matcher found = LISTENERS.matcher(mark.text());
    if (mark.kind() != Mark.Kind.LISTENER || !found.matches()) {
      return Map.of();
    }
    ListenerStop stop = new ListenerStop(mark.who(), found.group(3));
    Map<String, String> options = new LinkedHashMap<>();
    options.put("outcome", Outcome.SHUTDOWN.label());
    options.put("listener", found.group(2));
    // A long name of an administrator is cut in marks.
    options.put("reason", stop.reason("*").replace('…', '*'));
    // Rows have milliseconds.
    options.put("since", mark.time().truncatedTo(ChronoUnit.MILLIS).toString());
    options.put("until", mark.time().plus(stop.lasts()).toString());
    if (found.group(1) != null) {
      options.put("target", found.group(1));
    }
    return options;
  }

  /** The points of the intervals among rows, perhaps of another version. */
  public static List<Point> points(List<Map<String, String>> rows) {
    return of(INTERVAL, rows)
        .map(
            row ->
                new Point(
                    time(row).toEpochMilli(),
                    number(row, "rate"),
                    decimal(row, "active"),
                    decimal(row, "waiting"),
                    Distribution.parse(row.getOrDefault(FIRST_BYTES, "0")),
                    Missed.of(
                        number(row, REFUSED),
                        number(row, KEPT_OUT),
                        outcome -> number(row, outcome.label()),
                        number(row, "millis"))))
        .toList();
  }

  /** The highest figures of the same intervals, each perhaps of another minute. */
  public static List<Point> highest(List<Map<String, String>> rows) {
    return of(INTERVAL, rows)
        .map(
            row ->
                new Point(
                    time(row).toEpochMilli(),
                    number(row, "rate-high"),
                    number(row, "active-high"),
                    number(row, "waiting-high"),
                    Distribution.NONE,
                    new Missed(
                        decimal(row, "refused-per-minute-high"),
                        decimal(row, "failed-per-minute-high"),
                        decimal(row, "aborted-per-minute-high"))))
        .toList();
  }

  /** The marks among rows; without kinds that this version does not know. */
  public static List<Mark> marks(List<Map<String, String>> rows) {
    return of(MARK, rows).flatMap(row -> Records.read(Mark.class, row).stream()).toList();
  }

  /** The step of charts, as {@link History#step} has it. */
  public static Duration step(Instant from, Instant to, Instant now, int most) {
    return History.step(from, to, now, most);
  }

  /** The rows of a type. */
  public static Stream<Map<String, String>> of(String type, List<Map<String, String>> rows) {
    return rows.stream().filter(row -> type.equals(row.get(TYPE)));
  }

  /** The time of a row. */
  public static Instant time(Map<String, String> row) {
    return Instant.parse(row.getOrDefault(TIME, Instant.EPOCH.toString()));
  }

  private static double decimal(Map<String, String> row, String name) {
    return Double.parseDouble(row.getOrDefault(name, "0"));
  }

  /** A number in a row; a missing one is 0. */
  public static long number(Map<String, String> row, String name) {
    return Long.parseLong(row.getOrDefault(name, "0"));
  }
}
