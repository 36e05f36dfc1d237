package io.sendfile.core.transfer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rates that transfers share: a total rate, one per client, and those of limits. All may change
 * while transfers run: each takes up {@link #inForce} before its next system call. Thread-safe.
 */
public final class SharedRates {
  private final LongSupplier nanoTime;
  private final Timer timer;
  private volatile RatesInForce inForce;

  /**
   * @param totalBytesPerSecond of all transfers together, 0 = unlimited
   * @param clientBytesPerSecond of all transfers of one client, 0 = unlimited
   * @param nanoTime monotonic clock, nanoseconds
   */
  public SharedRates(
      long totalBytesPerSecond, long clientBytesPerSecond, LongSupplier nanoTime, Timer timer) {
    this.nanoTime = nanoTime;
    this.timer = timer;
    this.inForce =
        new RatesInForce(
            totalBytesPerSecond,
            clientBytesPerSecond,
            totalBytesPerSecond == 0 ? null : new FairRate(totalBytesPerSecond, nanoTime, timer),
            new ConcurrentHashMap<>(),
            LimitTable.NONE);
  }

  /**
   * Changes them for running transfers, too. Changed rates begin without savings, so that frequent
   * changes do not add up to a higher one.
   *
   * @return whether a rate has changed, and transfers that wait for one must look again
   */
  public synchronized boolean change(long newTotal, long newClient) {
    RatesInForce old = inForce;
    if (newTotal == old.totalBytesPerSecond && newClient == old.clientBytesPerSecond) {
      return false;
    }
    long now = nanoTime.getAsLong();
    inForce =
        new RatesInForce(
            newTotal,
            newClient,
            newTotal == old.totalBytesPerSecond ? old.total : emptyTotal(newTotal, now),
            newClient == old.clientBytesPerSecond ? old.clients : old.emptyBuckets(newClient, now),
            old.limits);
    return true;
  }

  /** Takes up the limits in force now. */
  synchronized void takeUp(TransferLimits limits) {
    RatesInForce old = inForce;
    inForce =
        new RatesInForce(
            old.totalBytesPerSecond,
            old.clientBytesPerSecond,
            old.total,
            old.clients,
            limits.inForce());
  }

  private @Nullable FairRate emptyTotal(long bytesPerSecond, long nowNanos) {
    return bytesPerSecond == 0
        ? null
        : new FairRate(TokenBucket.empty(bytesPerSecond, nowNanos), nanoTime, timer);
  }

  /** The rates in force. */
  RatesInForce inForce() {
    return inForce;
  }

  /** The rate of all transfers together, 0 = unlimited. */
  public long totalBytesPerSecond() {
    return inForce.totalBytesPerSecond;
  }

  /** Whether there is no rate that transfers share. */
  public boolean areUnlimited() {
    RatesInForce now = inForce;
    return now.total == null && now.clientBytesPerSecond == 0 && !now.limits.paces();
  }

  /**
   * Removes idle clients, and grants slices whose timer failed for lack of memory. Called
   * periodically.
   */
  public void sweep(long nowNanos) {
    inForce.sweep(nowNanos);
  }

  /** Number of known clients. */
  int clients() {
    return inForce.clients.size();
  }

  /** Rates between two changes, with the limits of transfers under them. Thread-safe. */
  static final class RatesInForce {
    private final long totalBytesPerSecond;
    private final long clientBytesPerSecond;
    private final @Nullable FairRate total;

    /** A client's bucket is kept while it has a transfer or has used it lately. */
    private final Map<Object, TokenBucket> clients;

    private final LimitTable limits;

    private RatesInForce(
        long totalBytesPerSecond,
        long clientBytesPerSecond,
        @Nullable FairRate total,
        Map<Object, TokenBucket> clients,
        LimitTable limits) {
      this.totalBytesPerSecond = totalBytesPerSecond;
      this.clientBytesPerSecond = clientBytesPerSecond;
      this.total = total;
      this.clients = clients;
      this.limits = limits;
    }

    /** Whether its rates are those of an earlier time, limits apart. */
    boolean hasRatesOf(RatesInForce earlier) {
      return totalBytesPerSecond == earlier.totalBytesPerSecond
          && clientBytesPerSecond == earlier.clientBytesPerSecond;
    }

    /**
     * The highest possible rate of a transfer.
     *
     * @param own that of its own
     */
    Ceiling ceiling(HighestRate own, LimitSubject subject) {
      List<LimitRule> rules = limits.of(subject).stream().map(TransferLimit::rule).toList();
      List<String> names = rules.stream().map(LimitRule::name).toList();
      HighestRate lowest =
          Stream.concat(
                  Stream.of(own, ofClient(), ofAll()),
                  rules.stream().filter(LimitRule::paces).map(LimitRule::rate))
              .filter(each -> each.bytesPerSecond() > 0)
              .min(Comparator.comparingLong(HighestRate::bytesPerSecond))
              .orElse(HighestRate.NONE);
      return new Ceiling(lowest, names);
    }

    /** That of a client. */
    HighestRate ofClient() {
      return HighestRate.ofClient(clientBytesPerSecond);
    }

    /** That of all transfers. */
    HighestRate ofAll() {
      return HighestRate.ofAll(totalBytesPerSecond);
    }

    /** The limits of a transfer with a rate. */
    List<TransferLimit> limits(TransferInfo transfer) {
      return limits.paces() ? limits.find(transfer.subject(), LimitRule::paces) : List.of();
    }

    /** Buckets of another rate for all known clients. */
    private Map<Object, TokenBucket> emptyBuckets(long newClient, long nowNanos) {
      Map<Object, TokenBucket> empty = new ConcurrentHashMap<>();
      if (newClient > 0) {
        clients
            .keySet()
            .forEach(client -> empty.put(client, TokenBucket.empty(newClient, nowNanos)));
      }
      return empty;
    }

    /**
     * The limit of one transfer, to be closed at its end.
     *
     * @param own its own rate; null = unlimited
     * @param client of {@link Claim#client}
     * @param limits of {@link #limits}
     */
    RateLimit limit(
        @Nullable TokenBucket own, Object client, List<TransferLimit> limits, long nowNanos) {
      List<TokenBucket> levels = new ArrayList<>(2);
      if (own != null) {
        levels.add(own);
      }
      if (clientBytesPerSecond == 0) {
        return limit(levels, client, limits);
      }
      RateLimit[] limit = new RateLimit[1];
      // Joins under the lock, so that no concurrent sweep removes the bucket.
      clients.compute(
          client,
          (unused, known) -> {
            TokenBucket bucket =
                known == null ? new TokenBucket(clientBytesPerSecond, nowNanos) : known;
            levels.add(bucket);
            limit[0] = limit(levels, client, limits);
            return bucket;
          });
      return limit[0];
    }

    private RateLimit limit(List<TokenBucket> levels, Object client, List<TransferLimit> limits) {
      limits.forEach(limit -> levels.add(Objects.requireNonNull(limit.bucket())));
      return new RateLimit(levels, total == null ? null : total.seat(client));
    }

    private void sweep(long nowNanos) {
      if (total != null) {
        total.serve(nowNanos);
      }
      for (Object client : clients.keySet()) {
        clients.computeIfPresent(client, (unused, bucket) -> bucket.idle(nowNanos) ? null : bucket);
      }
    }
  }
}
