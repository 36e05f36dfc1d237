package io.sendfile.glassfish.transfer;

/**
 * A token bucket for a rate that one or more transfers share, with a capacity of a quarter of a
 * second. A reservation returns the time of sending; a transfer queues up for each slice, so all
 * get equal slices. Thread-safe; reads no clock.
 */
final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long DEPTH_NANOS = 250_000_000L;
  private static final long MAX_DEBT_NANOS = 10_000_000_000L;

  /** Smallest slice, however many share the bucket, unless the rate is smaller. */
  private static final long SMALLEST_SLICE = 4096;

  private final long bytesPerSecond;
  private final long depthBytes;
  private int sharers;

  /** Time at which all reservations are earned. */
  private long freeAtNanos;

  /**
   * A full bucket.
   *
   * @param bytesPerSecond at least 1
   */
  TokenBucket(long bytesPerSecond, long nowNanos) {
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

  /** Whether it can be dropped without loss: unused and full. */
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

  /** Charges bytes that were sent without a reservation; the debt is bounded. */
  synchronized void charge(long bytes, long nowNanos) {
    forgetSurplus(nowNanos);
    long debt = freeAtNanos - nowNanos;
    freeAtNanos += Math.min(nanos(bytes), Math.max(0, MAX_DEBT_NANOS - debt));
  }

  /** Returns a reservation. */
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
