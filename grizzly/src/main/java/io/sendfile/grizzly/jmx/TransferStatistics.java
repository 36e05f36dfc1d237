package io.sendfile.grizzly.jmx;

import java.util.Map;

/**
 * Attributes common to the MXBeans of the server, of each listener and of each root, since the
 * start or the last reset. An attribute without a comment is the {@link
 * io.sendfile.core.stats.Figure} of the same name, which describes it to clients, too. All numbers
 * are read at the moment of the call. Thread-safe.
 */
public interface TransferStatistics {
  /** A figure with its meaning; as in JSR-77, and so are the statistics below. */
  interface Statistic {
    /** Name of the figure, e.g. {@code bytes-zero-copy}. */
    String getName();

    /** Unit of its numbers, e.g. {@code bytes}. */
    String getUnit();

    /** Its meaning, in a sentence. */
    String getDescription();

    /** Beginning of the counting, in milliseconds since 1970. */
    long getStartTime();

    /** Moment of the reading, in milliseconds since 1970. */
    long getLastSampleTime();
  }

  /** A number of events or bytes. */
  interface CountStatistic extends Statistic {
    /** The number. */
    long getCount();
  }

  /** A number that rises and falls. */
  interface RangeStatistic extends Statistic {
    /** The number now. */
    long getCurrent();

    /** The highest so far. */
    long getHighWaterMark();

    /** The lowest so far. */
    long getLowWaterMark();
  }

  /** Times of events, in the statistic's unit. */
  interface TimeStatistic extends Statistic {
    /** Number of events. */
    long getCount();

    /** The longest of them. */
    long getMaxTime();

    /** The shortest of them. */
    long getMinTime();

    /** Their sum. */
    long getTotalTime();
  }

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

  // <figures> written by ReferenceTest
  CountStatistic getStarted();

  RangeStatistic getActive();

  RangeStatistic getWaiting();

  long getWorkersBusy();

  CountStatistic getCompleted();

  CountStatistic getClientAborted();

  CountStatistic getStalled();

  CountStatistic getTooSlow();

  CountStatistic getChanged();

  CountStatistic getIoErrors();

  CountStatistic getCancelled();

  CountStatistic getShutdown();

  CountStatistic getServerDied();

  CountStatistic getRefused();

  CountStatistic getBytes();

  CountStatistic getBytesZeroCopy();

  CountStatistic getBursts();

  CountStatistic getDiskReads();

  CountStatistic getFilesOpened();

  CountStatistic getFilesReused();

  CountStatistic getHeadersStripped();
  // </figures>
}
