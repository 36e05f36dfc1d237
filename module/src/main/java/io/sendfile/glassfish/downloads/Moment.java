package io.sendfile.glassfish.downloads;

/**
 * One time by two clocks, so that what was measured by the one can be told to who has not seen it:
 * the monotonic clock begins anew with each start of the JVM.
 *
 * @param nanos monotonic clock, nanoseconds
 * @param millis time of day, milliseconds since the epoch
 */
public record Moment(long nanos, long millis) {
  /** The time of day, milliseconds since the epoch, of a time by the monotonic clock. */
  long millisAt(long otherNanos) {
    return millis - (nanos - otherNanos) / 1_000_000;
  }

  /** The monotonic clock at a time of day; now if that is yet to come, as when it was set back. */
  long nanosAt(long otherMillis) {
    return nanos - Math.max(0, millis - otherMillis) * 1_000_000;
  }
}
