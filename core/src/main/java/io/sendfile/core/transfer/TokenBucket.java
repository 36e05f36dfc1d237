package io.sendfile.core.transfer;

/**
 * A token bucket for the rate of one transfer, or a rate that several share. Its capacity is a
 * quarter of a second; half a second where the kernel paces the bytes. A reservation returns the
 * time of sending; each slice is reserved separately, so all transfers get equal slices.
 * Thread-safe; reads no clock.
 */
final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int SLICES_PER_SECOND = 4;
  private static final int SPREAD_SLICES_PER_SECOND = 2;
  private static final long MAX_DEBT_NANOS = 10_000_000_000L;

  /** Smallest slice, however many share the bucket, unless the rate is smaller. */
  private static final long SMALLEST_SLICE = 4096;

  private final long bytesPerSecond;
  private final long depthBytes;
  private final long depthNanos;
  private int sharers;

  /** Time at which all reserved bytes may have been sent. */
  private long freeAtNanos;

  /**
   * A full bucket.
   *
   * @param bytesPerSecond at least 1
   */
  TokenBucket(long bytesPerSecond, long nowNanos) {
    this(bytesPerSecond, SLICES_PER_SECOND, nowNanos);
  }

  private TokenBucket(long bytesPerSecond, int slicesPerSecond, long nowNanos) {
    this.bytesPerSecond = bytesPerSecond;
    this.depthBytes = Math.max(1, bytesPerSecond / slicesPerSecond);
    this.depthNanos = (long) NANOS_PER_SECOND / slicesPerSecond;
    this.freeAtNanos = nowNanos - depthNanos;
  }

  /** An empty bucket. */
  static TokenBucket empty(long bytesPerSecond, long nowNanos) {
    TokenBucket bucket = new TokenBucket(bytesPerSecond, nowNanos);
    bucket.freeAtNanos = nowNanos;
    return bucket;
  }

  /** A full bucket for bytes that the kernel paces, so that long slices cause no bursts. */
  static TokenBucket spread(long bytesPerSecond, long nowNanos) {
    return new TokenBucket(bytesPerSecond, SPREAD_SLICES_PER_SECOND, nowNanos);
  }

  synchronized void join() {
    sharers++;
  }

  synchronized void leave() {
    sharers--;
  }

  /** Whether it can be dropped without effect, as it is unused and full. */
  synchronized boolean idle(long nowNanos) {
    return sharers == 0 && nanosUntilFull(nowNanos) == 0;
  }

  /**
   * Time until it is full without further reservations; the kernel has then sent all paced bytes.
   */
  synchronized long nanosUntilFull(long nowNanos) {
    return Math.max(0, freeAtNanos + depthNanos - nowNanos);
  }

  /** Length of a slice for one of its transfers. */
  synchronized long slice() {
    return slice(1.0 / Math.max(1, sharers));
  }

  /** Length of a slice for a transfer with that share of the rate. */
  long slice(double share) {
    return Math.max((long) Math.ceil(depthBytes * share), Math.min(SMALLEST_SLICE, depthBytes));
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
    if (nowNanos - freeAtNanos > depthNanos) {
      freeAtNanos = nowNanos - depthNanos;
    }
  }

  private long nanos(long bytes) {
    return (long) Math.ceil(bytes * NANOS_PER_SECOND / bytesPerSecond);
  }
}
