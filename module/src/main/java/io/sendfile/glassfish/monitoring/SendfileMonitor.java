package io.sendfile.glassfish.monitoring;

import io.sendfile.glassfish.stats.Figure;
import io.sendfile.glassfish.stats.Statistics;
import java.util.List;
import java.util.function.Supplier;
import javax.management.j2ee.statistics.CountStatistic;

/** The totals of {@link Statistics} as an MXBean. */
public final class SendfileMonitor extends TransferMonitor implements SendfileMXBean {
  private final Statistics stats;
  private final Supplier<List<String>> problems;

  /**
   * A view on the statistics.
   *
   * @param problems where the problems of the configuration are read
   */
  public SendfileMonitor(Statistics stats, Supplier<List<String>> problems) {
    super(SendfileMXBean.class, stats::snapshot);
    this.stats = stats;
    this.problems = problems;
  }

  @Override
  public CountStatistic getPlugInFailures() {
    return count(Figure.PLUG_IN_FAILURES);
  }

  @Override
  public String[] getConfigurationProblems() {
    return problems.get().toArray(String[]::new);
  }

  @Override
  public void reset() {
    stats.reset();
  }
}
