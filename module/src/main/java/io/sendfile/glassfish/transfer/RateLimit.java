package io.sendfile.glassfish.transfer;

/**
 * Keeps one transfer below a rate: a bucket that fills with time and holds a quarter of a second's
 * worth, so that the rate is even and wake-ups are few. Not thread-safe; reads no clock.
 */
final class RateLimit {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long SLICES_PER_SECOND = 4;

  private final long bytesPerSecond;
  private final long capacity;
  private double credit;
  private long lastNanos;

  /**
   * @param bytesPerSecond the rate, 0 = none
   */
  RateLimit(long bytesPerSecond, long nowNanos) {
    this.bytesPerSecond = bytesPerSecond;
    this.capacity = Math.max(1, bytesPerSecond / SLICES_PER_SECOND);
    this.credit = (double) capacity;
    this.lastNanos = nowNanos;
  }

  /** Bytes that may be sent now, 0 when none. */
  long allowance(long nowNanos) {
    if (bytesPerSecond == 0) {
      return Long.MAX_VALUE;
    }
    double earned = (double) (nowNanos - lastNanos) * bytesPerSecond / NANOS_PER_SECOND;
    credit = Math.min((double) capacity, credit + earned);
    lastNanos = nowNanos;
    return (long) credit;
  }

  /** Bytes were sent. */
  void spend(long bytes) {
    credit -= (double) bytes;
  }

  /** Time until the bucket is full, nanoseconds, at least 1. */
  long nanosUntilFull() {
    return 1 + (long) ((capacity - credit) * NANOS_PER_SECOND / Math.max(1, bytesPerSecond));
  }
}
