package io.sendfile.glassfish.glassfish;

import java.util.Map;
import javax.management.j2ee.statistics.CountStatistic;
import javax.management.j2ee.statistics.RangeStatistic;

/**
 * {@code io.sendfile.glassfish:type=Sendfile}: the totals of this server since its start or the
 * last {@link #reset}. Each statistic carries its unit and a description; all numbers are read at
 * the moment of the call. Thread-safe.
 */
public interface SendfileMXBean {
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

  /** Transfers that wait for admission. */
  long getWaiting();

  /** Body bytes taken by the kernel. */
  CountStatistic getBytes();

  /** Body bytes sent without copying. */
  CountStatistic getBytesZeroCopy();

  /** Turns granted to transfers. */
  CountStatistic getBursts();

  /** Responses from which hand-off headers were removed without sending a file. */
  CountStatistic getHeadersStripped();

  /** Times an algorithm or buffer policy of a plug-in failed and was stood in for. */
  CountStatistic getPlugInFailures();

  /** The settings problems found in domain.xml, one sentence each. */
  String[] getConfigurationProblems();

  /** Sets all counters to zero. */
  void reset();
}
