package io.sendfile.operations.downloads;

/**
 * An instant on both clocks, so that elapsed time survives a restart: the monotonic clock begins
 * anew with each JVM.
 *
 * @param nanos monotonic clock, nanoseconds
 * @param millis time of day, milliseconds since the epoch
 */
public record Timestamp(long nanos, long millis) {
  /** The time of day, milliseconds since the epoch, of a monotonic time. */
  long millisAt(long otherNanos) {
    return millis - (nanos - otherNanos) / 1_000_000;
  }

  /**
   * The monotonic time of a time of day; a time in the future, as after the clock was set back,
   * counts as now.
   */
  long nanosAt(long otherMillis) {
    return nanos - Math.max(0, millis - otherMillis) * 1_000_000;
  }
}
