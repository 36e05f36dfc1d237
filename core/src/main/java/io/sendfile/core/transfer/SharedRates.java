package io.sendfile.core.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The rates that transfers share: a total rate, and one per client. Both may change while transfers
 * run: each takes up {@link #inForce} before its next system call. Thread-safe.
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
            new ConcurrentHashMap<>());
  }

  /**
   * Changes them for running transfers, too; not by two threads at a time. Changed rates begin
   * without savings, so that frequent changes do not add up to a higher one.
   *
   * @return whether a rate has changed, and transfers that wait for one must look again
   */
  public boolean change(long newTotal, long newClient) {
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
            newClient == old.clientBytesPerSecond ? old.clients : old.emptyBuckets(newClient, now));
    return true;
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

  /** Like {@link RatesInForce#limit}. */
  RateLimit limit(@Nullable TokenBucket own, Object client, long nowNanos) {
    return inForce.limit(own, client, nowNanos);
  }

  /** The rate of all transfers together, 0 = unlimited. */
  public long totalBytesPerSecond() {
    return inForce.totalBytesPerSecond;
  }

  /** Whether there is neither a total nor a rate per client. */
  public boolean areUnlimited() {
    RatesInForce now = inForce;
    return now.total == null && now.clientBytesPerSecond == 0;
  }

  /**
   * The highest possible rate of a transfer, 0 = unlimited.
   *
   * @param bytesPerSecond its own rate, 0 = unlimited
   */
  long ceiling(long bytesPerSecond) {
    RatesInForce now = inForce;
    return LongStream.of(bytesPerSecond, now.clientBytesPerSecond, now.totalBytesPerSecond)
        .filter(rate -> rate > 0)
        .min()
        .orElse(0);
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

    private RatesInForce(
        long totalBytesPerSecond,
        long clientBytesPerSecond,
        @Nullable FairRate total,
        Map<Object, TokenBucket> clients) {
      this.totalBytesPerSecond = totalBytesPerSecond;
      this.clientBytesPerSecond = clientBytesPerSecond;
      this.total = total;
      this.clients = clients;
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
     */
    RateLimit limit(@Nullable TokenBucket own, Object client, long nowNanos) {
      List<TokenBucket> levels = new ArrayList<>(2);
      if (own != null) {
        levels.add(own);
      }
      if (clientBytesPerSecond == 0) {
        return limit(levels, client);
      }
      RateLimit[] limit = new RateLimit[1];
      // Joins under the lock, so that no concurrent sweep removes the bucket.
      clients.compute(
          client,
          (unused, known) -> {
            TokenBucket bucket =
                known == null ? new TokenBucket(clientBytesPerSecond, nowNanos) : known;
            levels.add(bucket);
            limit[0] = limit(levels, client);
            return bucket;
          });
      return limit[0];
    }

    private RateLimit limit(List<TokenBucket> levels, Object client) {
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
