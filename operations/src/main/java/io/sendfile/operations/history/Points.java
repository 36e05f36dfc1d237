package io.sendfile.operations.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Points of charts: computed from the history of one server, and summed over several. */
public final class Points {
  /** Window of the moving average, as kernels take bytes in lumps. */
  private static final Duration WINDOW = Duration.ofSeconds(30);

  private Points() {}

  /** A point for each interval, at its start. */
  public static List<Point> of(List<Interval> intervals) {
    return intervals.stream().map(Point::of).toList();
  }

  /**
   * A point for each sample, at its end, of the figures of the {@link #WINDOW} before.
   *
   * @param since samples that ended later are wanted, milliseconds since the epoch
   */
  public static List<Point> samples(History history, long since) {
    List<Point> points = new ArrayList<>();
    List<Interval> window = new ArrayList<>();
    for (Interval each : history.recent(since - WINDOW.toMillis())) {
      window.add(each);
      window.removeIf(old -> old.end() <= each.end() - WINDOW.toMillis());
      if (each.end() > since) {
        Interval together = window.stream().reduce(Interval::plus).orElse(each);
        points.add(
            new Point(
                each.end(),
                together.bytesPerSecond(),
                each.active().most(),
                each.waiting().most(),
                together.firstByteNanos()));
      }
    }
    return points;
  }

  /**
   * The sums of several servers, whose moments may differ. A server counts with its last point
   * before a moment.
   *
   * @param grid moments are rounded down to multiples of it, milliseconds
   * @param age most milliseconds that a point counts after its own moment
   */
  public static List<Point> together(List<List<Point>> servers, long grid, long age) {
    TreeSet<Long> moments = new TreeSet<>();
    List<NavigableMap<Long, Point>> each = new ArrayList<>();
    for (List<Point> server : servers) {
      NavigableMap<Long, Point> known = new TreeMap<>();
      server.forEach(point -> known.put(Math.floorDiv(point.at(), grid) * grid, point));
      moments.addAll(known.keySet());
      each.add(known);
    }
    return moments.stream()
        .map(
            moment ->
                each.stream()
                    .map(known -> known.floorEntry(moment))
                    .filter(last -> last != null && last.getKey() >= moment - age)
                    .map(Map.Entry::getValue)
                    .reduce(Point::plus)
                    .orElseThrow()
                    .at(moment))
        .toList();
  }
}
