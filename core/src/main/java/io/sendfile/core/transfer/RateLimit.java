package io.sendfile.core.transfer;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one transfer below its rates, slice by slice: first its own, then its client's, those of
 * limits, and the total. A wider rate is reserved only once the narrower one allows the slice, so
 * that no transfer reserves bytes that others could send now. One thread at a time; reads no clock.
 */
final class RateLimit {
  private final List<TokenBucket> levels;
  private final FairRate.@Nullable Seat total;
  private long slice;

  /** Bytes of the slice of the total rate, including spent ones. */
  private long asked;

  private int level;
  private long dueNanos;

  /**
   * A limit by these rates, until it is closed; none = no limit.
   *
   * @param levels its own rate, its client's and those of limits, narrowest first
   * @param total its seat in the total rate; null if that has no limit
   */
  RateLimit(List<TokenBucket> levels, FairRate.@Nullable Seat total) {
    this.levels = List.copyOf(levels);
    this.total = total;
    levels.forEach(TokenBucket::join);
  }

  /** Charges bytes that were sent without this limit. */
  void charge(long bytes, long nowNanos) {
    levels.forEach(bucket -> bucket.charge(bytes, nowNanos));
    if (total != null) {
      total.charge(bytes, nowNanos);
    }
  }

  boolean isNone() {
    return levels.isEmpty() && total == null;
  }

  /**
   * Bytes that may be sent now, 0 when none.
   *
   * @param remaining bytes left to send, at least 1
   */
  long allowance(long remaining, long nowNanos) {
    if (isNone()) {
      return Long.MAX_VALUE;
    }
    if (slice == 0) {
      slice = total == null ? remaining : Math.min(remaining, total.slice());
      levels.forEach(bucket -> slice = Math.min(slice, bucket.slice()));
      level = 0;
      ask(nowNanos);
    }
    while (level < levels.size() && nowNanos - dueNanos >= 0) {
      level++;
      ask(nowNanos);
    }
    if (level < levels.size()) {
      return 0;
    }
    return total == null ? slice : granted(total.granted());
  }

  /** A slice of the total may be shorter than requested; returns the rest to the other rates. */
  private long granted(long bytes) {
    if (bytes == 0) {
      return 0;
    }
    long rest = asked - bytes;
    if (rest > 0) {
      levels.forEach(bucket -> bucket.giveBack(rest));
      slice -= rest;
      asked = bytes;
    }
    return slice;
  }

  private void ask(long nowNanos) {
    if (level < levels.size()) {
      dueNanos = nowNanos + levels.get(level).reserve(slice, nowNanos);
    } else if (total != null) {
      asked = slice;
      total.ask(asked, nowNanos);
    }
  }

  /** Spends allowed bytes. */
  void spend(long bytes) {
    if (!isNone()) {
      slice -= bytes;
      if (slice == 0 && total != null) {
        total.spent();
      }
    }
  }

  /** The rate that allows nothing now; null if it is the total. */
  @Nullable TokenBucket awaited() {
    return level < levels.size() ? levels.get(level) : null;
  }

  /** The wait for the next possible allowance, which may begin on any thread. */
  BiConsumer<Timer, Runnable> pause(long nowNanos) {
    FairRate.Seat seat = total;
    if (seat != null && level == levels.size()) {
      return (timer, action) -> seat.whenGranted(action);
    }
    long nanos = Math.max(1, dueNanos - nowNanos);
    return (timer, action) -> timer.after(nanos, action);
  }

  /** Returns unused reservations at the end of the transfer. */
  void close() {
    for (int i = 0; i < levels.size(); i++) {
      if (slice > 0 && i <= level) {
        levels.get(i).giveBack(slice);
      }
      levels.get(i).leave();
    }
    if (total != null) {
      total.close(slice);
    }
  }
}
