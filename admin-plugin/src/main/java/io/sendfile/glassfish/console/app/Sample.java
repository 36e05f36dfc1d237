package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.stats.Distribution;
import io.sendfile.glassfish.stats.StatsSnapshot;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
  private static final List<Integer> PERCENTS = List.of(50, 90, 99);

  Sample {
    firstByteMicros = Map.copyOf(firstByteMicros);
  }

  /** The present figures. */
  static Sample now(long at) {
    StatsSnapshot totals = Server.totals();
    return new Sample(
        at,
        totals.since().toEpochMilli(),
        totals.bytes(),
        totals.active(),
        totals.waiting(),
        micros(totals.counts().firstByteNanos()));
  }

  private static Map<String, Long> micros(Distribution nanos) {
    return PERCENTS.stream()
        .collect(
            Collectors.toMap(
                percent -> "p" + percent, percent -> nanos.percentile(percent / 100.0) / 1000));
  }

  /** Bytes per second since an earlier sample; 0 when counters were reset meanwhile. */
  long bytesPerSecondSince(Sample before) {
    long millis = at - before.at;
    boolean comparable = millis > 0 && since == before.since;
    return comparable ? Math.max(0, (bytes - before.bytes) * 1000 / millis) : 0;
  }
}
