package io.sendfile.glassfish.glassfish;

import io.sendfile.glassfish.glassfish.Jsr77.About;
import io.sendfile.glassfish.glassfish.Jsr77.Count;
import io.sendfile.glassfish.glassfish.Jsr77.Range;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.stats.StatsRecorder;
import io.sendfile.glassfish.stats.StatsSnapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import javax.management.j2ee.statistics.CountStatistic;
import javax.management.j2ee.statistics.RangeStatistic;

/** The numbers of a {@link StatsRecorder} as an MXBean. */
public final class SendfileMonitor implements SendfileMXBean {
  private static final String TRANSFERS = "transfers";

  private final StatsRecorder stats;
  private final Supplier<List<String>> problems;

  /**
   * A view on the recorder.
   *
   * @param problems where the problems of the configuration are read
   */
  public SendfileMonitor(StatsRecorder stats, Supplier<List<String>> problems) {
    this.stats = stats;
    this.problems = problems;
  }

  private static About about(StatsSnapshot now, String name, String unit, String description) {
    return new About(name, unit, description, now.since(), now.at());
  }

  private CountStatistic count(
      String name, String unit, String description, ToLongFunction<StatsSnapshot> value) {
    StatsSnapshot now = stats.snapshot();
    return new Count(about(now, name, unit, description), value.applyAsLong(now));
  }

  private CountStatistic ended(Outcome outcome, String description) {
    return count(outcome.label(), TRANSFERS, description, now -> now.finished(outcome));
  }

  @Override
  public CountStatistic getStarted() {
    return count(
        "started", TRANSFERS, "Transfers admitted, small files included", StatsSnapshot::started);
  }

  @Override
  public CountStatistic getCompleted() {
    return ended(Outcome.COMPLETED, "Transfers of which the kernel took every byte");
  }

  @Override
  public CountStatistic getClientAborted() {
    return ended(Outcome.CLIENT_ABORTED, "Transfers ended by the client");
  }

  @Override
  public CountStatistic getStalled() {
    return ended(Outcome.STALLED, "Transfers without progress for the stall timeout");
  }

  @Override
  public CountStatistic getTooSlow() {
    return ended(Outcome.TOO_SLOW, "Transfers below the minimum rate");
  }

  @Override
  public CountStatistic getChanged() {
    return ended(Outcome.CHANGED, "Transfers whose file became shorter");
  }

  @Override
  public CountStatistic getIoErrors() {
    return ended(Outcome.IO_ERROR, "Transfers ended by a read error or a failure of the server");
  }

  @Override
  public CountStatistic getCancelled() {
    return ended(Outcome.CANCELLED, "Transfers ended by an administrator");
  }

  @Override
  public CountStatistic getShutdown() {
    return ended(Outcome.SHUTDOWN, "Transfers ended by the stop of the server or listener");
  }

  @Override
  public CountStatistic getRefused() {
    return count("refused", "hand-offs", "Hand-offs refused", StatsSnapshot::refusedTotal);
  }

  @Override
  public Map<String, Long> getRefusedByReason() {
    return new TreeMap<>(stats.snapshot().refused());
  }

  @Override
  public Map<String, Long> getAnsweredByStatus() {
    Map<String, Long> byStatus = new TreeMap<>();
    stats.snapshot().statuses().forEach((status, n) -> byStatus.put(status.toString(), n));
    return byStatus;
  }

  @Override
  public RangeStatistic getActive() {
    StatsSnapshot now = stats.snapshot();
    return new Range(
        about(now, "active", TRANSFERS, "Transfers in progress"), now.active(), now.activeHigh());
  }

  @Override
  public long getWaiting() {
    return stats.snapshot().waiting();
  }

  @Override
  public CountStatistic getBytes() {
    return count("bytes", "bytes", "Body bytes taken by the kernel", StatsSnapshot::bytes);
  }

  @Override
  public CountStatistic getBytesZeroCopy() {
    return count(
        "bytes-zero-copy", "bytes", "Body bytes sent without copy", StatsSnapshot::bytesZeroCopy);
  }

  @Override
  public CountStatistic getBursts() {
    return count("bursts", "turns", "Turns granted to transfers", StatsSnapshot::bursts);
  }

  @Override
  public CountStatistic getHeadersStripped() {
    return count(
        "headers-stripped",
        "responses",
        "Responses from which hand-off headers were removed without sending a file",
        StatsSnapshot::headersStripped);
  }

  @Override
  public CountStatistic getPlugInFailures() {
    return count(
        "plug-in-failures",
        "failures",
        "Times an algorithm or buffer policy of a plug-in failed and was stood in for",
        StatsSnapshot::plugInFailures);
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
