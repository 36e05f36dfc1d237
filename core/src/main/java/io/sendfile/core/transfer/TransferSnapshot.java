package io.sendfile.core.transfer;

import java.time.Duration;
import java.util.Optional;

/**
 * State of a transfer at one moment, for lists.
 *
 * @param info its description
 * @param algorithm name of its algorithm
 * @param state its state
 * @param range its bytes of the file, as in {@code 0-99,500-599}; empty for all
 * @param taken body bytes the kernel took
 * @param length body bytes in all
 * @param bytesPerSecond its rate in the last half a minute to a minute
 * @param limit highest rate of its own, bytes per second, 0 = none
 * @param ceiling highest rate by its own limit and shared ones, 0 = unlimited
 * @param rateReached the name of the rate it last waited for; empty if it never did
 * @param lately the use of its last half a minute to a minute
 * @param usage the usage of its limits
 * @param age time since the hand-off
 */
public record TransferSnapshot(
    TransferInfo info,
    String algorithm,
    TransferState state,
    String range,
    long taken,
    long length,
    long bytesPerSecond,
    long limit,
    long ceiling,
    String rateReached,
    TimeSpent lately,
    LimitUsage usage,
    Duration age) {
  /** Percentage sent, 0 to 100, rounded down. */
  public int percent() {
    return length == 0 ? 100 : (int) (taken * 100.0 / length);
  }

  /** Bytes per second since the hand-off. */
  public long averageBytesPerSecond() {
    long millis = age.toMillis();
    return millis <= 0 ? 0 : Math.round(taken * 1000.0 / millis);
  }

  /** The reason why it is not faster, as text. */
  public String verdict() {
    return SlownessVerdict.of(this);
  }

  /**
   * Estimated time to its end, at its present or newly allowed rate; empty when it stands still.
   */
  public Optional<Duration> remaining() {
    long rate = ceiling == 0 ? bytesPerSecond : Math.min(bytesPerSecond, ceiling);
    return rate == 0
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds((length - taken + rate - 1) / rate));
  }
}
