package io.sendfile.glassfish.transfer;

import java.util.List;

/**
 * Keeps one transfer below its rates, slice by slice: first its own, then its client's, then that
 * of all together. A wider rate is asked only when the narrower one has let the slice pass, so that
 * nobody holds what others could send now. One thread at a time; reads no clock.
 */
final class RateLimit {
  private final List<Bucket> levels;
  private long slice;
  private int level;
  private long dueNanos;

  /** A limit by these rates, the narrowest first; none = no limit. It shares them until closed. */
  RateLimit(List<Bucket> levels) {
    this.levels = List.copyOf(levels);
    levels.forEach(Bucket::join);
  }

  /** Bytes were sent before this limit could be asked. */
  void charge(long bytes, long nowNanos) {
    levels.forEach(bucket -> bucket.charge(bytes, nowNanos));
  }

  /**
   * Bytes that may be sent now, 0 when none.
   *
   * @param remaining bytes there are to send, at least 1
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

  /** Bytes of the allowance were sent. */
  void spend(long bytes) {
    if (!levels.isEmpty()) {
      slice -= bytes;
    }
  }

  /** Time until there may be an allowance again, nanoseconds, at least 1. */
  long nanosToWait(long nowNanos) {
    return Math.max(1, dueNanos - nowNanos);
  }

  /** The transfer is over: what it reserved in vain is the others'. */
  void close() {
    for (int i = 0; i < levels.size(); i++) {
      if (slice > 0 && i <= level) {
        levels.get(i).giveBack(slice);
      }
      levels.get(i).leave();
    }
  }
}
