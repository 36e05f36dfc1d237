package io.sendfile.core.transfer;

import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/**
 * The highest rate of a transfer, by its own limit and shared ones.
 *
 * @param rate the lowest of them
 * @param limits names of the administrators' limits that concern it
 * @param shared the rates that it shares, in bytes per second, each by what all have in common that
 *     share it: the client, or the rate itself
 */
public record Ceiling(HighestRate rate, List<String> limits, Map<Object, Long> shared) {
  /** None. */
  public static final Ceiling NONE = new Ceiling(HighestRate.NONE, List.of(), Map.of());

  /** Transfers at this percentage of a rate are held by it. */
  private static final int NEARLY = 90;

  /** Its rate, 0 = unlimited. */
  public long bytesPerSecond() {
    return rate.bytesPerSecond();
  }

  /** Whether a rate is, or nearly is, as high as this one. */
  boolean isReached(long other) {
    return bytesPerSecond() > 0 && other >= bytesPerSecond() / 100.0 * NEARLY;
  }

  /**
   * A measured rate, but no more than is allowed. It is of a time in which others may not have had
   * their parts yet, so that all together may seem faster than the rate that they share.
   *
   * @param together sums of the measured rates of transfers, by what they share
   */
  long within(long measured, Map<Object, Long> together) {
    double part = 1;
    for (Entry<Object, Long> most : shared.entrySet()) {
      long sum = together.getOrDefault(most.getKey(), 0L);
      part = sum > most.getValue() ? Math.min(part, (double) most.getValue() / sum) : part;
    }
    long allowed = (long) (measured * part);
    return bytesPerSecond() == 0 ? allowed : Math.min(allowed, bytesPerSecond());
  }

  /** Whether other clients have it together with this transfer. */
  boolean isShared() {
    return bytesPerSecond() > 0 && rate.isShared();
  }
}
