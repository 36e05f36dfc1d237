package io.sendfile.operations.history;

import io.sendfile.core.stats.Distribution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Figures of a moment, for a chart: computed from the history of one server, or of several
 * together.
 *
 * @param at the moment, milliseconds since the epoch
 * @param rate bytes per second
 * @param active transfers in progress
 * @param waiting transfers that wait for admission
 * @param firstByteNanos times to the first byte of the transfers that had it about then,
 *     nanoseconds
 * @param missed downloads that did not come about
 */
public record Point(
    long at, long rate, double active, double waiting, Distribution firstByteNanos, Missed missed) {

  /** Window of the moving average, as kernels take bytes in lumps. */
  private static final Duration WINDOW = Duration.ofSeconds(30);

  /** The sum, at the moment of this one. */
  Point plus(Point other) {
    return new Point(
        at,
        rate + other.rate,
        active + other.active,
        waiting + other.waiting,
        firstByteNanos.plus(other.firstByteNanos),
        missed.plus(other.missed));
  }

  Point at(long moment) {
    return new Point(moment, rate, active, waiting, firstByteNanos, missed);
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
      window.add(each.whole());
      window.removeIf(old -> old.end() <= each.end() - WINDOW.toMillis());
      if (each.end() > since) {
        Interval together = window.stream().reduce(Interval::plus).orElse(each);
        points.add(
            new Point(
                each.end(),
                together.bytesPerSecond(),
                each.load().active().most(),
                each.load().waiting().most(),
                together.firstByteNanos(),
                together.missed()));
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
