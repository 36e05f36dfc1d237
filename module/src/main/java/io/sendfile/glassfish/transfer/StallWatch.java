package io.sendfile.glassfish.transfer;

/** Tells when a transfer has made no progress for too long. Not thread-safe. */
final class StallWatch {
  private final long timeoutNanos;
  private long lastTaken;
  private long sinceNanos;
  private boolean lastChanceTaken;

  /** A watch that starts now; a timeout of 0 never comes. */
  StallWatch(long timeoutNanos, long nowNanos) {
    this.timeoutNanos = timeoutNanos;
    this.sinceNanos = nowNanos;
  }

  /** Whether no byte was taken for the timeout, given the bytes taken until now. */
  boolean due(long taken, long nowNanos) {
    if (taken != lastTaken) {
      lastTaken = taken;
      sinceNanos = nowNanos;
      lastChanceTaken = false;
    }
    return timeoutNanos > 0 && nowNanos - sinceNanos >= timeoutNanos;
  }

  /** True once, until there is progress again. */
  boolean takeLastChance() {
    boolean first = !lastChanceTaken;
    lastChanceTaken = true;
    return first;
  }
}
