package io.sendfile.operations.history;

import io.sendfile.core.stats.Distribution;
import io.sendfile.spi.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

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
  /**
   * Downloads that did not come about, each a minute.
   *
   * @param refused hand-offs that got an error in place of the file
   * @param failed transfers that ended by a fault of server, file or network
   * @param aborted transfers whose client left
   */
  public record Missed(double refused, double failed, double aborted) {
    /** None. */
    public static final Missed NONE = new Missed(0, 0, 0);

    private static final double MINUTE_MILLIS = 60_000;
    private static final List<Outcome> FAILED =
        List.of(
            Outcome.STALLED,
            Outcome.TOO_SLOW,
            Outcome.CHANGED,
            Outcome.IO_ERROR,
            Outcome.SERVER_DIED);

    /**
     * Refusals and failures of a stretch of time.
     *
     * @param refused their number
     * @param ended numbers of ended transfers
     * @param millis its length
     */
    public static Missed of(long refused, ToLongFunction<Outcome> ended, long millis) {
      double perMinute = millis == 0 ? 0 : MINUTE_MILLIS / millis;
      return new Missed(
          refused * perMinute,
          FAILED.stream().mapToLong(ended).sum() * perMinute,
          ended.applyAsLong(Outcome.CLIENT_ABORTED) * perMinute);
    }

    private Missed plus(Missed other) {
      return new Missed(refused + other.refused, failed + other.failed, aborted + other.aborted);
    }
  }

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
