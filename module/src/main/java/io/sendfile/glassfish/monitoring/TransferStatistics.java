package io.sendfile.glassfish.monitoring;

import java.util.Map;
import javax.management.j2ee.statistics.CountStatistic;
import javax.management.j2ee.statistics.RangeStatistic;
import javax.management.j2ee.statistics.TimeStatistic;

/**
 * Attributes that the MXBeans of the server, of each listener and of each root have in common,
 * since the start or the last reset. An attribute without a comment is the {@link
 * io.sendfile.glassfish.stats.Figure} of the same name, which describes it to clients, too. All
 * numbers are read at the moment of the call. Thread-safe.
 */
public interface TransferStatistics {
  CountStatistic getStarted();

  CountStatistic getCompleted();

  CountStatistic getClientAborted();

  CountStatistic getStalled();

  CountStatistic getTooSlow();

  CountStatistic getChanged();

  CountStatistic getIoErrors();

  CountStatistic getCancelled();

  CountStatistic getShutdown();

  CountStatistic getRefused();

  /** Hand-offs refused, by reason code. */
  Map<String, Long> getRefusedByReason();

  /** Hand-offs answered, by HTTP status. */
  Map<String, Long> getAnsweredByStatus();

  RangeStatistic getActive();

  RangeStatistic getWaiting();

  long getWorkersBusy();

  CountStatistic getBytes();

  CountStatistic getBytesZeroCopy();

  CountStatistic getBursts();

  /** Time from the hand-off to the first byte taken; least and most within a quarter. */
  TimeStatistic getFirstByte();

  /** Percentiles of the time to the first byte in microseconds, as in {@code p99}. */
  Map<String, Long> getFirstByteMicros();

  /** Percentiles of the rates of transfers in bytes per second, as in {@code p10}. */
  Map<String, Long> getRateBytesPerSecond();

  CountStatistic getHeadersStripped();
}
