package io.sendfile.glassfish.transfer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rate of one transfer: its own limit, which any thread may change while it runs, and shared
 * ones. Its own is kept in slices, which the kernel spreads where it can. The other methods are for
 * one sending thread at a time.
 */
final class TransferRate {
  /** The rate of one transfer alone, in words. */
  static final String OWN = "its own highest rate";

  private final TransferTerms terms;
  private final TransferSink sink;
  private volatile long wanted;
  private volatile long inForce;
  private RateLimit limit = new RateLimit(List.of(), null);

  private @Nullable TokenBucket ownBucket;
  private volatile String reached = "";

  /** Its own rate, while the kernel spreads the slices. */
  private @Nullable TokenBucket spread;

  TransferRate(TransferTerms terms, TransferSink sink) {
    this.terms = terms;
    this.sink = sink;
    this.wanted = terms.bytesPerSecond();
    this.inForce = terms.bytesPerSecond();
  }

  /** Begins to share rates with others; bytes that were sent since a moment count. */
  void join(long sent, long sinceNanos, long nowNanos) {
    limit = limit(nowNanos);
    if (sent > 0) {
      limit.charge(sent, sinceNanos);
    }
  }

  private RateLimit limit(long nowNanos) {
    boolean wasSpread = spread != null;
    boolean paced = inForce > 0 && sink.pace(inForce);
    spread = paced ? TokenBucket.spread(inForce, nowNanos) : null;
    if (wasSpread && !paced) {
      sink.unpace();
    }
    ownBucket = paced || inForce == 0 ? spread : new TokenBucket(inForce, nowNanos);
    return terms.rates().limit(ownBucket, terms.claim().client(), terms.path(), nowNanos);
  }

  /** Sets its own highest rate from the next system call on, 0 = none; on any thread. */
  void change(long bytesPerSecond) {
    wanted = bytesPerSecond;
  }

  /** Its own highest rate, 0 = none; on any thread. */
  long own() {
    return wanted;
  }

  /** Whether another rate was set since the last system call; on any thread. */
  boolean changed() {
    return wanted != inForce;
  }

  /** Bytes that may be sent now, of those that remain. */
  long allowance(long remaining, long nowNanos) {
    if (changed()) {
      inForce = wanted;
      RateLimit old = limit;
      limit = limit(nowNanos);
      old.close();
    }
    return limit.allowance(remaining, nowNanos);
  }

  /** Uses the allowance. */
  void spend(long bytes) {
    limit.spend(bytes);
  }

  /** The wait until more bytes are allowed, as the rate is reached. */
  RateLimit.Pause pause(long nowNanos) {
    TokenBucket awaited = limit.awaited();
    if (awaited == null) {
      reached = "total-rate-bytes-per-second";
    } else {
      reached = awaited == ownBucket ? OWN : "client-rate-bytes-per-second";
    }
    return limit.pause(nowNanos);
  }

  /** The rate that it last waited for, in words; empty if it never did; on any thread. */
  String reached() {
    return reached;
  }

  /** Time until the kernel has spread all that was sent, nanoseconds; 0 if it spreads nothing. */
  long nanosToSpread(long nowNanos) {
    return spread == null ? 0 : spread.nanosUntilFull(nowNanos);
  }

  /** Returns unused reservations at the end of the transfer. */
  void close() {
    limit.close();
  }
}
