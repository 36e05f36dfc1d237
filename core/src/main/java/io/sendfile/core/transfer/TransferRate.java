package io.sendfile.core.transfer;

import io.sendfile.core.transfer.Transfer.SchedulerServices;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rate of one transfer: its own limit and shared ones, all of which may change while it runs.
 * Its own limit is kept in slices, which the kernel paces where it can. Methods not marked
 * otherwise are for one sending thread at a time.
 */
final class TransferRate {
  /** The name of a transfer's own rate for administrators. */
  static final String OWN = "its own highest rate";

  private final TransferTerms terms;
  private final TransferSink sink;
  private volatile long wanted;
  private volatile long inForce;
  private volatile SharedRates.RatesInForce shared;
  private RateLimit limit = new RateLimit(List.of(), null);

  private @Nullable TokenBucket ownBucket;
  private volatile String reached = "";

  /** Its own rate, while the kernel paces the slices. */
  private @Nullable TokenBucket spread;

  TransferRate(TransferTerms terms, TransferSink sink) {
    this.terms = terms;
    this.sink = sink;
    this.wanted = terms.bytesPerSecond();
    this.inForce = terms.bytesPerSecond();
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
    boolean wasSpread = spread != null;
    boolean paced = inForce > 0 && sink.pace(inForce);
    spread = paced ? TokenBucket.spread(inForce, nowNanos) : null;
    if (wasSpread && !paced) {
      sink.unpace();
    }
    ownBucket = paced || inForce == 0 ? spread : new TokenBucket(inForce, nowNanos);
  }

  private RateLimit sharedLimit(long nowNanos) {
    shared = terms.rates().inForce();
    return shared.limit(ownBucket, terms.claim().client(), nowNanos);
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
    return wanted != inForce || shared != terms.rates().inForce();
  }

  /**
   * Bytes that may be sent now, of those that remain.
   *
   * @param nanoTime read before each call, as one may hang
   */
  long allowance(long remaining, LongSupplier nanoTime) {
    if (changed()) {
      long nowNanos = nanoTime.getAsLong();
      if (wanted != inForce) {
        inForce = wanted;
        takeUpOwn(nowNanos);
      }
      RateLimit old = limit;
      limit = sharedLimit(nowNanos);
      old.close();
    }
    return limit.isNone() ? Long.MAX_VALUE : limit.allowance(remaining, nanoTime.getAsLong());
  }

  /** Spends allowed bytes. */
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

  /** The name of the rate it last waited for; empty if it never did; on any thread. */
  String reached() {
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

  /**
   * Keeps one transfer below its rates, slice by slice: first its own, then its client's, then the
   * total. A wider rate is reserved only once the narrower one allows the slice, so that no
   * transfer reserves bytes that others could send now. One thread at a time; reads no clock.
   */
  static final class RateLimit {
    /** Waits until a slice may be sent; on any thread. */
    @FunctionalInterface
    interface Pause {
      /** Runs the action then. */
      void end(SchedulerServices services, Runnable action);
    }

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
     * @param levels its own rate and its client's, narrowest first
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

    private boolean isNone() {
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

    /** The wait for the next possible allowance. */
    Pause pause(long nowNanos) {
      FairRate.Seat seat = total;
      if (seat != null && level == levels.size()) {
        return (services, action) -> seat.whenGranted(action);
      }
      long nanos = Math.max(1, dueNanos - nowNanos);
      return (services, action) -> services.after(nanos, action);
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
}
