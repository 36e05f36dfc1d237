package io.sendfile.glassfish.transfer;

/**
 * A rate that one or more transfers share: a token bucket that holds a quarter of a second's worth.
 * Whoever reserves bytes is told when to send them; who comes back after each slice stands behind
 * the others, so all get equal slices. Thread-safe; reads no clock.
 */
final class Bucket {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long DEPTH_NANOS = 250_000_000L;
  private static final long MAX_DEBT_NANOS = 10_000_000_000L;

  /** A slice is not cut smaller than this, however many share the bucket, unless the rate is. */
  private static final long SMALLEST_SLICE = 4096;

  private final long bytesPerSecond;
  private final long depthBytes;
  private int sharers;

  /** When all that was reserved will have been earned. */
  private long freeAtNanos;

  /**
   * A full bucket.
   *
   * @param bytesPerSecond at least 1
   */
  Bucket(long bytesPerSecond, long nowNanos) {
    this.bytesPerSecond = bytesPerSecond;
    this.depthBytes = Math.max(1, bytesPerSecond / 4);
    this.freeAtNanos = nowNanos - DEPTH_NANOS;
  }

  synchronized void join() {
    sharers++;
  }

  synchronized void leave() {
    sharers--;
  }

  /** Whether nothing is lost when it is forgotten: nobody uses it, and it is full. */
  synchronized boolean idle(long nowNanos) {
    return sharers == 0 && nowNanos - freeAtNanos >= DEPTH_NANOS;
  }

  /** Bytes that one transfer should reserve at a time. */
  synchronized long slice() {
    return Math.max(depthBytes / Math.max(1, sharers), Math.min(SMALLEST_SLICE, depthBytes));
  }

  /**
   * Reserves bytes.
   *
   * @return nanoseconds until they may be sent, 0 = now
   */
  synchronized long reserve(long bytes, long nowNanos) {
    forgetSurplus(nowNanos);
    freeAtNanos += nanos(bytes);
    return Math.max(0, freeAtNanos - nowNanos);
  }

  /** Bytes were sent without asking; the debt is bounded. */
  synchronized void charge(long bytes, long nowNanos) {
    forgetSurplus(nowNanos);
    long debt = freeAtNanos - nowNanos;
    freeAtNanos += Math.min(nanos(bytes), Math.max(0, MAX_DEBT_NANOS - debt));
  }

  /** Reserved bytes will not be sent. */
  synchronized void giveBack(long bytes) {
    freeAtNanos -= nanos(bytes);
  }

  private void forgetSurplus(long nowNanos) {
    if (nowNanos - freeAtNanos > DEPTH_NANOS) {
      freeAtNanos = nowNanos - DEPTH_NANOS;
    }
  }

  private long nanos(long bytes) {
    return (long) Math.ceil(bytes * NANOS_PER_SECOND / bytesPerSecond);
  }
}
