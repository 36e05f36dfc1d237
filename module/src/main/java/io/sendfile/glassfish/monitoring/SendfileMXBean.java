package io.sendfile.glassfish.monitoring;

import javax.management.j2ee.statistics.CountStatistic;

/**
 * {@code io.sendfile.glassfish:type=Sendfile}: the totals of this server since its start or the
 * last {@link #reset}. Thread-safe.
 */
public interface SendfileMXBean extends TransferStatistics {
  CountStatistic getPlugInFailures();

  /** The settings problems found in domain.xml, one sentence each. */
  String[] getConfigurationProblems();

  /** The problems of the server, one sentence each, the worst first. */
  String[] getProblems();

  /** Sets all counters to zero, those of listeners and roots, too. */
  void reset();
}
