package io.sendfile.grizzly.jmx;

import javax.management.j2ee.statistics.CountStatistic;

/**
 * {@code io.sendfile.glassfish:type=Sendfile}: the totals of this server since its start or the
 * last {@link #reset}. Thread-safe.
 */
public interface TotalsMXBean extends TransferStatistics {
  CountStatistic getPlugInFailures();

  /** Sets all counters to zero, those of listeners and roots, too. */
  void reset();
}
