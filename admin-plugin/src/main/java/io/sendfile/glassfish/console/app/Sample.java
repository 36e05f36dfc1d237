package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.glassfish.jmx.TransferStatistics;
import java.util.Map;
import javax.management.j2ee.statistics.CountStatistic;

/**
 * The numbers that charts show, at one moment.
 *
 * @param at epoch milliseconds
 * @param since when counting began, or was last reset; epoch milliseconds
 * @param bytes body bytes since then, with those of transfers that still run
 * @param active transfers in progress
 * @param waiting transfers that wait for admission
 * @param firstByteMicros time to the first byte so far, by percentile as in {@code p50}
 */
record Sample(
    long at, long since, long bytes, long active, long waiting, Map<String, Long> firstByteMicros) {
  Sample {
    firstByteMicros = Map.copyOf(firstByteMicros);
  }

  /** What the beans say now. The totals have the bytes of a transfer when it has ended. */
  static Sample of(Beans beans, long at) {
    TransferStatistics totals = beans.totals();
    CountStatistic bytes = totals.getBytes();
    return new Sample(
        at,
        bytes.getStartTime(),
        bytes.getCount() + RunningBytes.of(Server.transfers()).total(),
        totals.getActive().getCurrent(),
        totals.getWaiting().getCurrent(),
        totals.getFirstByteMicros());
  }

  /**
   * The same after that one. A transfer that ends while the beans are read is missing in the one
   * and not yet in the other; what was counted before stays counted.
   */
  Sample after(Sample before) {
    return since != before.since || bytes >= before.bytes
        ? this
        : new Sample(at, since, before.bytes, active, waiting, firstByteMicros);
  }

  /** Bytes per second since that one; 0 when counters were reset meanwhile. */
  long bytesPerSecondSince(Sample before) {
    long millis = at - before.at;
    return millis <= 0 ? 0 : Math.max(0, (bytes - before.bytes) * 1000 / millis);
  }
}
