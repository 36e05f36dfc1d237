package io.sendfile.grizzly.jmx;

import java.util.Map;
import javax.management.j2ee.statistics.TimeStatistic;

/**
 * Attributes common to the MXBeans of the server, of each listener and of each root, since the
 * start. An attribute without a comment is the {@link io.sendfile.core.stats.Figure} of the same
 * name, which describes it to clients, too. All numbers are read at the moment of the call.
 * Thread-safe.
 */
public interface StatisticsMXBean extends FigureAttributes {
  /** Hand-offs refused, by reason code. */
  Map<String, Long> getRefusedByReason();

  /** Hand-offs answered, by HTTP status. */
  Map<String, Long> getAnsweredByStatus();

  /** Minimum and maximum time from the hand-off to the first byte taken, within a quarter. */
  TimeStatistic getFirstByte();

  /** Time-to-first-byte percentiles in microseconds, by names such as {@code p99}. */
  Map<String, Long> getFirstByteMicros();

  /** Percentiles of the rates of transfers in bytes per second, by names such as {@code p10}. */
  Map<String, Long> getRateBytesPerSecond();
}
