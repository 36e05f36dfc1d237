package io.sendfile.grizzly.jmx;

import javax.management.j2ee.statistics.CountStatistic;

/**
 * {@code io.sendfile.glassfish:type=Sendfile}: the totals of this server since its start.
 * Thread-safe.
 */
public interface TotalsMXBean extends StatisticsMXBean {
  CountStatistic getPlugInFailures();
}
