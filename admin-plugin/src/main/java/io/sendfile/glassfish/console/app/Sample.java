package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.stats.Figure;
import io.sendfile.glassfish.stats.StatsSnapshot;
import java.util.Map;

/**
 * Figures of the charts at one time.
 *
 * @param at epoch milliseconds
 * @param since start or last reset of the counters; epoch milliseconds
 * @param bytes body bytes since then
 * @param active transfers in progress
 * @param waiting transfers that wait for admission
 * @param firstByteMicros time to the first byte so far, by percentile such as {@code p50}
 */
record Sample(
    long at, long since, long bytes, long active, long waiting, Map<String, Long> firstByteMicros) {
  Sample {
    firstByteMicros = Map.copyOf(firstByteMicros);
  }

  /** The present figures. */
  static Sample now(long at) {
    StatsSnapshot totals = Server.totals();
    return new Sample(
        at,
        totals.since().toEpochMilli(),
        Figure.BYTES.of(totals),
        totals.active(),
        totals.waiting(),
        totals.counts().firstByteNanos().percentiles(1000));
  }

  /** Bytes per second since an earlier sample; 0 when counters were reset meanwhile. */
  long bytesPerSecondSince(Sample before) {
    long millis = at - before.at;
    boolean comparable = millis > 0 && since == before.since;
    return comparable ? Math.max(0, (bytes - before.bytes) * 1000 / millis) : 0;
  }
}
