package io.sendfile.core.transfer;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** One limit of administrators with its use in this server. Thread-safe, but for its number. */
final class TransferLimit {
  private final LimitRule rule;
  private final @Nullable TokenBucket bucket;
  private final LongAdder refused;

  /** Transfers that {@link LimitedPlaces} counts, under the lock around it. */
  private int running;

  private TransferLimit(LimitRule rule, @Nullable TokenBucket bucket, LongAdder refused) {
    this.rule = rule;
    this.bucket = bucket;
    this.refused = refused;
  }

  /**
   * One by that rule.
   *
   * @param last of the same name; null for none. A rate that stays keeps its bucket; another one
   *     begins without savings, so that frequent changes do not add up to a higher one.
   */
  static TransferLimit of(LimitRule rule, @Nullable TransferLimit last, long nowNanos) {
    if (last != null && last.rule.equals(rule)) {
      return last;
    }
    TokenBucket bucket = rule.paces() ? TokenBucket.empty(rule.bytesPerSecond(), nowNanos) : null;
    if (last == null) {
      return new TransferLimit(rule, bucket, new LongAdder());
    }
    boolean same = last.rule.paces() && last.rule.bytesPerSecond() == rule.bytesPerSecond();
    return new TransferLimit(rule, same && bucket != null ? last.bucket : bucket, last.refused);
  }

  LimitRule rule() {
    return rule;
  }

  /** The rate that its transfers share; null if it has none. */
  @Nullable TokenBucket bucket() {
    return bucket;
  }

  boolean isFull() {
    return running >= rule.transfers();
  }

  void counted(int change) {
    running += change;
  }

  void refuses() {
    refused.increment();
  }

  long refused() {
    return refused.sum();
  }
}
