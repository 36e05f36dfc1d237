package io.sendfile.core.transfer;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rate of one transfer: its own limit and shared ones, all of which may change while it runs.
 * Its own limit is kept in slices, which the kernel paces where it can. Methods not marked
 * otherwise are for one sending thread at a time.
 */
final class TransferRate {
  private final TransferInfo info;
  private final TransferTerms terms;
  private final TransferSink sink;
  private volatile HighestRate wanted;
  private volatile HighestRate inForce;
  private volatile SharedRates.RatesInForce shared;
  private List<TransferLimit> limits = List.of();
  private RateLimit limit = new RateLimit(List.of(), null);

  private @Nullable TokenBucket ownBucket;
  private volatile HighestRate reached = HighestRate.NONE;
  private @Nullable Ceiling replaced;

  /** Its own rate, while the kernel paces the slices. */
  private @Nullable TokenBucket spread;

  TransferRate(TransferInfo info, TransferTerms terms, TransferSink sink) {
    this.info = info;
    this.terms = terms;
    this.sink = sink;
    this.wanted = terms.rate();
    this.inForce = terms.rate();
    this.shared = terms.rates().inForce();
  }

  /** Begins to share rates with other transfers; bytes sent since a given moment count. */
  void join(long sent, long sinceNanos, long nowNanos) {
    takeUpOwn(nowNanos);
    limit = sharedLimit(nowNanos);
    if (sent > 0) {
      limit.charge(sent, sinceNanos);
    }
  }

  private void takeUpOwn(long nowNanos) {
    long own = inForce.bytesPerSecond();
    boolean wasSpread = spread != null;
    boolean paced = own > 0 && sink.pace(own);
    spread = paced ? TokenBucket.spread(own, nowNanos) : null;
    if (wasSpread && !paced) {
      sink.unpace();
    }
    ownBucket = paced || own == 0 ? spread : new TokenBucket(own, nowNanos);
  }

  private RateLimit sharedLimit(long nowNanos) {
    shared = terms.rates().inForce();
    limits = shared.limits(info);
    return shared.limit(ownBucket, terms.claim().client(), limits, nowNanos);
  }

  /** Sets its own highest rate from the next system call on, 0 = none; on any thread. */
  void change(long bytesPerSecond) {
    wanted = HighestRate.ofAdministrator(bytesPerSecond);
  }

  /** Its own highest rate; on any thread. */
  HighestRate own() {
    return wanted;
  }

  /** Whether another rate was set since the last system call; on any thread. */
  boolean changed() {
    return !wanted.equals(inForce) || shared != terms.rates().inForce();
  }

  /**
   * Bytes that may be sent now, of those that remain.
   *
   * @param nanoTime read before each call, as one may hang
   */
  long allowance(long remaining, LongSupplier nanoTime) {
    if (changed()) {
      long nowNanos = nanoTime.getAsLong();
      SharedRates.RatesInForce oldShared = shared;
      List<TransferLimit> oldLimits = limits;
      HighestRate old = inForce;
      inForce = wanted;
      if (!inForce.equals(old)) {
        takeUpOwn(nowNanos);
      }
      RateLimit oldLimit = limit;
      limit = sharedLimit(nowNanos);
      oldLimit.close();
      if (!inForce.equals(old) || !limits.equals(oldLimits) || !shared.hasRatesOf(oldShared)) {
        replaced = oldShared.ceiling(old, info.subject());
      }
    }
    return limit.isNone() ? Long.MAX_VALUE : limit.allowance(remaining, nanoTime.getAsLong());
  }

  /** The ceiling before, if another rate than the last time holds it now; null if none does. */
  @Nullable Ceiling replaced() {
    Ceiling before = replaced;
    replaced = null;
    return before;
  }

  /** The ceiling in force; on any thread. */
  Ceiling ceiling() {
    return shared.ceiling(inForce, info.subject());
  }

  /** Spends allowed bytes. */
  void spend(long bytes) {
    limit.spend(bytes);
  }

  /** The wait until more bytes are allowed, as the rate is reached. */
  BiConsumer<Timer, Runnable> pause(long nowNanos) {
    TokenBucket awaited = limit.awaited();
    if (awaited == null) {
      reached = shared.ofAll();
    } else {
      reached = awaited == ownBucket ? inForce : ofOthersToo(awaited);
    }
    return limit.pause(nowNanos);
  }

  private HighestRate ofOthersToo(TokenBucket awaited) {
    return limits.stream()
        .filter(limit -> limit.bucket() == awaited)
        .map(limit -> limit.rule().rate())
        .findFirst()
        .orElse(shared.ofClient());
  }

  /** The rate it last waited for; on any thread. */
  HighestRate reached() {
    return reached;
  }

  /** Time until the kernel has sent all paced bytes, nanoseconds; 0 without pacing. */
  long nanosToSpread(long nowNanos) {
    return spread == null ? 0 : spread.nanosUntilFull(nowNanos);
  }

  /** Returns unused reservations at the end of the transfer. */
  void close() {
    limit.close();
  }
}
