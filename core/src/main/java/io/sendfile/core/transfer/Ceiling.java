package io.sendfile.core.transfer;

import java.util.List;

/**
 * The highest rate of a transfer, by its own limit and shared ones.
 *
 * @param rate the lowest of them
 * @param limits names of the administrators' limits that concern it
 */
public record Ceiling(HighestRate rate, List<String> limits) {
  /** None. */
  public static final Ceiling NONE = new Ceiling(HighestRate.NONE, List.of());

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
   * The rate that holds a transfer; none for another reason. While the kernel paces a transfer at
   * its own rate, its socket is full; so it is until the client has taken what was sent before a
   * lower rate came.
   *
   * @param main the main use of its time
   * @param reached the rate it last waited for
   */
  HighestRate holding(Phase main, HighestRate reached, long bytesPerSecond) {
    return main == Phase.RATE
        ? reached
        : main == Phase.CLIENT && isReached(bytesPerSecond) ? rate : HighestRate.NONE;
  }

  /** Whether other clients have it together with this transfer. */
  boolean isShared() {
    return bytesPerSecond() > 0 && rate.isShared();
  }
}
