package io.sendfile.glassfish.answers;

import io.sendfile.core.records.Records;
import io.sendfile.core.stats.Distribution;
import io.sendfile.operations.history.History;
import io.sendfile.operations.history.Interval;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Missed;
import io.sendfile.operations.history.Point;
import io.sendfile.spi.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Intervals and marks of a history as rows of {@code list-sendfile-history}. */
public final class HistoryRows {
  /** Type of the row of an interval. */
  public static final String INTERVAL = "interval";

  /** Type of the row of a mark. */
  public static final String MARK = "mark";

  private static final String TYPE = "type";
  private static final String TIME = "time";
  private static final String FIRST_BYTES = "first-byte-nanos";
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p99");

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
    columns.addAll(row(new Mark(Instant.EPOCH, Mark.Kind.START, "", "")).keySet());
    return columns;
  }

  /** The row of an interval. */
  public static Map<String, String> row(Interval interval) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(TYPE, INTERVAL);
    row.put(TIME, Instant.ofEpochMilli(interval.start()).toString());
    put(row, "millis", interval.millis());
    put(row, "bytes", interval.bytes());
    put(row, "rate", interval.bytesPerSecond());
    put(row, "rate-high", interval.highestBytesPerSecond());
    put(row, "started", interval.started());
    for (Outcome outcome : Outcome.values()) {
      put(row, outcome.label(), interval.ended(outcome));
    }
    put(row, "refused", interval.refused());
    row.put("active", decimal(interval.meanActive()));
    put(row, "active-high", interval.active().most());
    row.put("waiting", decimal(interval.meanWaiting()));
    put(row, "waiting-high", interval.waiting().most());
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
                        number(row, "refused"),
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
