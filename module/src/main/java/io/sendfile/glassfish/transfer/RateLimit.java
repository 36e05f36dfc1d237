package io.sendfile.glassfish.transfer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one transfer below its rates, slice by slice: first its own, then its client's, then the
 * total. A wider rate is reserved only when the narrower one has let the slice pass, so that no
 * transfer holds bytes that others could send now. One thread at a time; reads no clock.
 */
final class RateLimit {
  private final List<TokenBucket> levels;
  private long slice;
  private int level;
  private long dueNanos;

  /** A limit by these rates, narrowest first; none = no limit. Uses their buckets until closed. */
  RateLimit(List<TokenBucket> levels) {
    this.levels = List.copyOf(levels);
    levels.forEach(TokenBucket::join);
  }

  /** Charges bytes that were sent without this limit. */
  void charge(long bytes, long nowNanos) {
    levels.forEach(bucket -> bucket.charge(bytes, nowNanos));
  }

  /**
   * Bytes that may be sent now, 0 when none.
   *
   * @param remaining bytes left to send, at least 1
   */
  long allowance(long remaining, long nowNanos) {
    if (levels.isEmpty()) {
      return Long.MAX_VALUE;
    }
    if (slice == 0) {
      slice = remaining;
      levels.forEach(bucket -> slice = Math.min(slice, bucket.slice()));
      level = 0;
      ask(nowNanos);
    }
    while (level < levels.size() && nowNanos - dueNanos >= 0) {
      level++;
      ask(nowNanos);
    }
    return level == levels.size() ? slice : 0;
  }

  private void ask(long nowNanos) {
    if (level < levels.size()) {
      dueNanos = nowNanos + levels.get(level).reserve(slice, nowNanos);
    }
  }

  /** Uses the allowance. */
  void spend(long bytes) {
    if (!levels.isEmpty()) {
      slice -= bytes;
    }
  }

  /** The rate that allows nothing now; null if none does so. */
  @Nullable TokenBucket awaited() {
    return level < levels.size() ? levels.get(level) : null;
  }

  /** Time until the next possible allowance, nanoseconds, at least 1. */
  long nanosToWait(long nowNanos) {
    return Math.max(1, dueNanos - nowNanos);
  }

  /** Returns unused reservations at the end of the transfer. */
  void close() {
    for (int i = 0; i < levels.size(); i++) {
      if (slice > 0 && i <= level) {
        levels.get(i).giveBack(slice);
      }
      levels.get(i).leave();
    }
  }
}
