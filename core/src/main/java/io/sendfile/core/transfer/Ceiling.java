package io.sendfile.core.transfer;

import java.util.List;

/**
 * The highest rate of a transfer, by its own limit and shared ones.
 *
 * @param bytesPerSecond 0 = unlimited
 * @param name of the rate that is the lowest, for administrators; empty for none
 * @param limits names of the administrators' limits that concern it
 */
public record Ceiling(long bytesPerSecond, String name, List<String> limits) {
  /** None. */
  public static final Ceiling NONE = new Ceiling(0, "", List.of());

  /** Transfers at this percentage of a rate are held by it. */
  private static final int NEARLY = 90;

  /** Whether a rate is, or nearly is, as high as this one. */
  boolean isReached(long rate) {
    return bytesPerSecond > 0 && rate >= bytesPerSecond / 100.0 * NEARLY;
  }

  /** Whether other clients have it together with this transfer. */
  boolean isShared() {
    return bytesPerSecond > 0
        && !name.equals(SharedRates.OWN)
        && !name.equals(SharedRates.OF_CLIENT);
  }
}
