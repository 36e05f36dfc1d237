package io.sendfile.operations.history;

import io.sendfile.core.stats.Distribution;

/**
 * Figures of a moment, for a chart: of one server, or of several together.
 *
 * @param at the moment, milliseconds since the epoch
 * @param rate bytes per second
 * @param active transfers in progress
 * @param waiting transfers that wait for admission
 * @param firstByteNanos times to the first byte of the transfers that ended about then, nanoseconds
 */
public record Point(
    long at, long rate, double active, double waiting, Distribution firstByteNanos) {
  /** The figures of an interval, at its start. */
  static Point of(Interval interval) {
    return new Point(
        interval.start(),
        interval.bytesPerSecond(),
        interval.meanActive(),
        interval.meanWaiting(),
        interval.firstByteNanos());
  }

  /** The sum, at the moment of this one. */
  Point plus(Point other) {
    return new Point(
        at,
        rate + other.rate,
        active + other.active,
        waiting + other.waiting,
        firstByteNanos.plus(other.firstByteNanos));
  }

  Point at(long moment) {
    return new Point(moment, rate, active, waiting, firstByteNanos);
  }
}
