package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.glassfish.TransferStatistics;
import java.util.Map;

/**
 * The numbers that charts show, at one moment.
 *
 * @param at epoch milliseconds
 * @param bytes body bytes so far
 * @param active transfers in progress
 * @param waiting transfers that wait for admission
 * @param firstByteMicros time to the first byte so far, by percentile as in {@code p50}
 */
record Sample(long at, long bytes, long active, long waiting, Map<String, Long> firstByteMicros) {
  Sample {
    firstByteMicros = Map.copyOf(firstByteMicros);
  }

  static Sample of(TransferStatistics totals, long at) {
    return new Sample(
        at,
        totals.getBytes().getCount(),
        totals.getActive().getCurrent(),
        totals.getWaiting().getCurrent(),
        totals.getFirstByteMicros());
  }

  /** Bytes per second since that one; 0 when there is none, or counters were reset meanwhile. */
  long bytesPerSecondSince(Sample before) {
    long millis = at - before.at;
    return millis <= 0 ? 0 : Math.max(0, (bytes - before.bytes) * 1000 / millis);
  }
}
