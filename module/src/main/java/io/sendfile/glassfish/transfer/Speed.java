package io.sendfile.glassfish.transfer;

/**
 * How fast a transfer has been lately: the average of its rates since the start, of which those of
 * the last three seconds weigh most. Thread-safe; reads no clock.
 */
final class Speed {
  private static final double MEMORY_NANOS = 3e9;

  private final long startNanos;
  private long lastNanos;
  private long lastBytes;
  private double weightedBytesPerSecond;

  Speed(long startNanos) {
    this.startNanos = startNanos;
    this.lastNanos = startNanos;
  }

  /** So many bytes have been taken in all. */
  synchronized void sample(long bytes, long nowNanos) {
    long nanos = nowNanos - lastNanos;
    if (nanos > 0) {
      double rate = (bytes - lastBytes) * 1e9 / nanos;
      weightedBytesPerSecond += weight(nanos) * (rate - weightedBytesPerSecond);
      lastNanos = nowNanos;
      lastBytes = bytes;
    }
  }

  /** Bytes per second as of the last sample. */
  synchronized long bytesPerSecond() {
    long nanos = lastNanos - startNanos;
    // The average began with zero, which is not to count.
    return nanos == 0 ? 0 : Math.round(weightedBytesPerSecond / weight(nanos));
  }

  private static double weight(long nanos) {
    return 1 - Math.exp(-nanos / MEMORY_NANOS);
  }
}
