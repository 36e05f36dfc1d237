package io.sendfile.glassfish.admin;

import io.sendfile.core.amounts.Amounts;
import io.sendfile.core.stats.Distribution;
import io.sendfile.operations.history.Interval;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
import io.sendfile.operations.history.Point.Missed;
import io.sendfile.spi.Outcome;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Intervals, points and marks of a history as rows of text. */
public final class HistoryRows {
  /** Key of the type of a row. */
  static final String TYPE = "type";

  private static final String TIME = "time";
  private static final String INTERVAL = "interval";
  private static final String POINT = "point";
  private static final String MARK = "mark";
  private static final String FIRST_BYTES = "first-byte-nanos";
  private static final String REFUSED = "refused-per-minute";
  private static final String FAILED = "failed-per-minute";
  private static final String ABORTED = "aborted-per-minute";
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p99");
  private static final List<String> AS_THEY_ARE =
      List.of("refused", "active", "active-high", "waiting-high");
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private HistoryRows() {}

  /** A row without the distribution, which is for servers alone. */
  static Map<String, String> cells(Map<String, String> row) {
    Map<String, String> cells = new LinkedHashMap<>(row);
    cells.remove(FIRST_BYTES);
    return cells;
  }

  /** The columns of intervals and marks. */
  static Set<String> columns() {
    Set<String> columns = new LinkedHashSet<>(cells(row(Interval.empty(0))).keySet());
    columns.addAll(row(new Mark(Instant.EPOCH, Mark.Kind.START, "", "")).keySet());
    return columns;
  }

  static Map<String, String> row(Interval interval) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(TYPE, INTERVAL);
    row.put(TIME, Instant.ofEpochMilli(interval.start()).toString());
    put(row, "millis", interval.millis());
    put(row, "bytes", interval.bytes());
    put(row, "rate", interval.bytesPerSecond());
    put(row, "started", interval.started());
    for (Outcome outcome : Outcome.values()) {
      put(row, outcome.label(), interval.ended(outcome));
    }
    put(row, "refused", interval.refused());
    row.put("active", decimal(interval.meanActive()));
    put(row, "active-high", interval.active().most());
    row.put("waiting", decimal(interval.meanWaiting()));
    put(row, "waiting-high", interval.waiting().most());
    Map<String, Long> times = interval.firstByteNanos().percentiles(1000);
    PERCENTILES.forEach(p -> put(row, "first-byte-micros-" + p, times.getOrDefault(p, 0L)));
    row.put(FIRST_BYTES, interval.firstByteNanos().text());
    return row;
  }

  static Map<String, String> row(Point point) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(TYPE, POINT);
    row.put(TIME, Instant.ofEpochMilli(point.at()).toString());
    put(row, "rate", point.rate());
    row.put("active", decimal(point.active()));
    row.put("waiting", decimal(point.waiting()));
    row.put(FIRST_BYTES, point.firstByteNanos().text());
    row.put(REFUSED, Double.toString(point.missed().refused()));
    row.put(FAILED, Double.toString(point.missed().failed()));
    row.put(ABORTED, Double.toString(point.missed().aborted()));
    return row;
  }

  /** Parses intervals and points from rows, perhaps of another version. */
  public static List<Point> points(List<Map<String, String>> rows) {
    return Stream.concat(of(INTERVAL, rows), of(POINT, rows))
        .map(
            row ->
                new Point(
                    time(row).toEpochMilli(),
                    number(row, "rate"),
                    Double.parseDouble(row.getOrDefault("active", "0")),
                    Double.parseDouble(row.getOrDefault("waiting", "0")),
                    Distribution.parse(row.getOrDefault(FIRST_BYTES, "0")),
                    missed(row)))
        .toList();
  }

  private static Missed missed(Map<String, String> row) {
    return INTERVAL.equals(row.get(TYPE))
        ? Missed.of(
            number(row, "refused"), outcome -> number(row, outcome.label()), number(row, "millis"))
        : new Missed(perMinute(row, REFUSED), perMinute(row, FAILED), perMinute(row, ABORTED));
  }

  private static double perMinute(Map<String, String> row, String name) {
    return Double.parseDouble(row.getOrDefault(name, "0"));
  }

  /** Parses marks from rows; leaves out kinds that this version does not know. */
  public static List<Mark> marks(List<Map<String, String>> rows) {
    return of(MARK, rows)
        .flatMap(
            row ->
                Arrays.stream(Mark.Kind.values())
                    .filter(kind -> kind.label().equals(row.get("kind")))
                    .map(
                        kind ->
                            new Mark(
                                time(row),
                                kind,
                                row.getOrDefault("who", ""),
                                row.getOrDefault("text", ""))))
        .toList();
  }

  private static void put(Map<String, String> row, String name, long value) {
    row.put(name, Long.toString(value));
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  static Map<String, String> row(Mark mark) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(TYPE, MARK);
    row.put(TIME, mark.at().toString());
    row.put("kind", mark.kind().label());
    row.put("who", mark.who());
    row.put("text", mark.text());
    return row;
  }

  /**
   * A table of the intervals, and one of the marks, if there are any.
   *
   * @param zone of the clock that they show
   * @param several whether each row shall name its server
   */
  static String text(List<Map<String, String>> rows, ZoneId zone, boolean several) {
    List<Map<String, String>> intervals =
        of(INTERVAL, rows).map(row -> brief(row, zone, several)).toList();
    List<Map<String, String>> marks = of(MARK, rows).map(row -> mark(row, zone, several)).toList();
    String figures =
        intervals.isEmpty()
            ? "There are no figures of that time."
            : new TextTable(intervals).text();
    return marks.isEmpty() ? figures : figures + "\n\n" + new TextTable(marks).text();
  }

  /** The rows of a type. */
  static Stream<Map<String, String>> of(String type, List<Map<String, String>> rows) {
    return rows.stream().filter(row -> type.equals(row.get(TYPE)));
  }

  private static Map<String, String> brief(Map<String, String> row, ZoneId zone, boolean several) {
    Map<String, String> brief = clock(row, zone);
    brief.put("rate", Amounts.bytes(number(row, "rate")) + "/s");
    brief.put("sent", Amounts.bytes(number(row, "bytes")));
    brief.put("started", row.getOrDefault("started", ""));
    brief.put("completed", row.getOrDefault(Outcome.COMPLETED.label(), ""));
    brief.put("unfinished", Long.toString(unfinished(row)));
    AS_THEY_ARE.forEach(name -> brief.put(name, row.getOrDefault(name, "")));
    brief.put("first-byte-p50", millis(row, "first-byte-micros-p50"));
    brief.put("p99", millis(row, "first-byte-micros-p99"));
    return RuntimeCommand.shown(row, several, brief);
  }

  private static Map<String, String> clock(Map<String, String> row, ZoneId zone) {
    Map<String, String> cells = new LinkedHashMap<>();
    cells.put(TIME, CLOCK.format(time(row).atZone(zone)));
    return cells;
  }

  private static Instant time(Map<String, String> row) {
    return Instant.parse(row.getOrDefault(TIME, Instant.EPOCH.toString()));
  }

  private static long unfinished(Map<String, String> row) {
    long sum = 0;
    for (Outcome outcome : Outcome.values()) {
      sum += outcome == Outcome.COMPLETED ? 0 : number(row, outcome.label());
    }
    return sum;
  }

  /** A number in a row; a missing one is 0. */
  static long number(Map<String, String> row, String name) {
    return Long.parseLong(row.getOrDefault(name, "0"));
  }

  private static String millis(Map<String, String> row, String name) {
    long micros = number(row, name);
    return micros == 0 ? "-" : String.format(Locale.ROOT, "%.1f ms", micros / 1000.0);
  }

  private static Map<String, String> mark(Map<String, String> row, ZoneId zone, boolean several) {
    Map<String, String> mark = clock(row, zone);
    mark.put("mark", row.getOrDefault("kind", ""));
    String who = row.getOrDefault("who", "");
    mark.put("administrator", who.isEmpty() ? "-" : who);
    mark.put("text", row.getOrDefault("text", ""));
    return RuntimeCommand.shown(row, several, mark);
  }
}
