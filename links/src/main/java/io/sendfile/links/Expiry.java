package io.sendfile.links;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells which links may be forgotten: those that had expired a day ago by the running clock, too,
 * as that of the day may be ahead for a while. Not thread-safe.
 */
final class Expiry {
  private final InstantSource clock;
  private final LongSupplier nanoTime;

  /** The earliest time of the day that was seen since. */
  private Instant earliest;

  private long sinceNanos;
  private @Nullable Instant due;

  /**
   * @param nanoTime monotonic clock, nanoseconds
   */
  Expiry(InstantSource clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.nanoTime = nanoTime;
    earliest = clock.instant();
    sinceNanos = nanoTime.getAsLong();
  }

  /** Links that have expired before it are to be forgotten; null for none, until another day. */
  @Nullable Instant due() {
    Instant now = clock.instant();
    earliest = now.isBefore(earliest) ? now : earliest;
    if (nanoTime.getAsLong() - sinceNanos >= LinkStore.GRACE.toNanos()) {
      due = earliest;
      earliest = now;
      sinceNanos = nanoTime.getAsLong();
    }
    return due;
  }

  /** They are forgotten. */
  void done() {
    due = null;
  }
}
