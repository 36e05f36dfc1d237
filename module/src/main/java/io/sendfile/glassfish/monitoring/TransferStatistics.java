package io.sendfile.glassfish.monitoring;

import java.util.Map;
import javax.management.j2ee.statistics.CountStatistic;
import javax.management.j2ee.statistics.RangeStatistic;
import javax.management.j2ee.statistics.TimeStatistic;

/**
 * What the MXBeans of the server, of each listener and of each root have in common, since the start
 * or the last reset. Each statistic carries its unit and a description; all numbers are read at the
 * moment of the call. Thread-safe.
 */
public interface TransferStatistics {
  /** Transfers admitted, small files included. */
  CountStatistic getStarted();

  /** Transfers of which every byte was taken by the kernel. */
  CountStatistic getCompleted();

  /** Transfers ended by the client. */
  CountStatistic getClientAborted();

  /** Transfers ended by the stall timeout. */
  CountStatistic getStalled();

  /** Transfers ended because they were below the minimum rate. */
  CountStatistic getTooSlow();

  /** Transfers ended because the file became shorter. */
  CountStatistic getChanged();

  /** Transfers ended by a read error or a failure of the server. */
  CountStatistic getIoErrors();

  /** Transfers ended by an administrator. */
  CountStatistic getCancelled();

  /** Transfers ended by the stop of the server or listener. */
  CountStatistic getShutdown();

  /** Hand-offs refused, for whatever reason. */
  CountStatistic getRefused();

  /** Hand-offs refused, by reason code. */
  Map<String, Long> getRefusedByReason();

  /** Hand-offs answered, by HTTP status. */
  Map<String, Long> getAnsweredByStatus();

  /** Transfers in progress, with the most at once as high-water mark. */
  RangeStatistic getActive();

  /** Transfers that wait for admission, with the most at once as high-water mark. */
  RangeStatistic getWaiting();

  /** Transfers that hold a worker. */
  long getWorkersBusy();

  /** Body bytes taken by the kernel. */
  CountStatistic getBytes();

  /** Body bytes sent without copying. */
  CountStatistic getBytesZeroCopy();

  /** Turns granted to transfers. */
  CountStatistic getBursts();

  /** Time from the hand-off to the first byte taken; least and most within a quarter. */
  TimeStatistic getFirstByte();

  /** The same in microseconds: what so many percent of the transfers did not exceed. */
  Map<String, Long> getFirstByteMicros();

  /** Rates of transfers in bytes per second: what so many percent of them did not exceed. */
  Map<String, Long> getRateBytesPerSecond();

  /** Responses from which hand-off headers were removed without sending a file. */
  CountStatistic getHeadersStripped();
}
