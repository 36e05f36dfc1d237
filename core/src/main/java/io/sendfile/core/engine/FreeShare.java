package io.sendfile.core.engine;

import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How much more a server can take, for balancers that give each of several a weight: the free share
 * of what is scarcest. Thread-safe.
 */
final class FreeShare {
  /** Shortest time over which a rate is measured; who asks sooner gets the last one. */
  private static final long SPAN_NANOS = 1_000_000_000L;

  private final Supplier<LimitUsage> usage;
  private final LongSupplier sentBytes;
  private final LongSupplier mostPerSecond;
  private final LongSupplier nanoTime;
  private long sinceNanos;
  private long sinceBytes;
  private double bytesPerSecond;

  /**
   * @param usage of places and memory
   * @param sentBytes of all transfers since the start
   * @param mostPerSecond the highest rate of all together, 0 = none
   * @param nanoTime monotonic clock, nanoseconds
   */
  FreeShare(
      Supplier<LimitUsage> usage,
      LongSupplier sentBytes,
      LongSupplier mostPerSecond,
      LongSupplier nanoTime) {
    this.usage = usage;
    this.sentBytes = sentBytes;
    this.mostPerSecond = mostPerSecond;
    this.nanoTime = nanoTime;
    this.sinceNanos = nanoTime.getAsLong();
  }

  /**
   * The share in percent, from 1 to 100: of the places of transfers, of the memory that they may
   * hold, and of the total rate if there is one. A server that takes downloads has never none, as
   * balancers would send it nothing at all.
   */
  int percent() {
    LimitUsage now = usage.get();
    double used = (double) now.active() / now.maxActive();
    if (now.maxBytes() != Limits.NONE) {
      used = Math.max(used, (double) now.heldBytes() / now.maxBytes());
    }
    long most = mostPerSecond.getAsLong();
    if (most > 0) {
      used = Math.max(used, bytesPerSecond() / most);
    }
    return (int) Math.max(1, Math.round(100 * (1 - used)));
  }

  private synchronized double bytesPerSecond() {
    long now = nanoTime.getAsLong();
    if (now - sinceNanos >= SPAN_NANOS) {
      long sent = sentBytes.getAsLong();
      bytesPerSecond = (sent - sinceBytes) * 1e9 / (now - sinceNanos);
      sinceBytes = sent;
      sinceNanos = now;
    }
    return bytesPerSecond;
  }
}
