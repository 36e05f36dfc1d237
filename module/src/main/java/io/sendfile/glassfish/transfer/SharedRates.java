package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.transfer.TransferScheduler.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Rates that transfers share: a total, and one per client. A client's is kept while the client has
 * a transfer or has used it lately. Thread-safe.
 */
public final class SharedRates {
  private final long totalBytesPerSecond;
  private final long clientBytesPerSecond;
  private final LongSupplier nanoTime;
  private final Timer timer;
  private final @Nullable FairRate total;
  private final Map<Object, TokenBucket> clients = new ConcurrentHashMap<>();

  /**
   * @param totalBytesPerSecond of all transfers together, 0 = unlimited
   * @param clientBytesPerSecond of all transfers of one client, 0 = unlimited
   * @param nanoTime monotonic clock, nanoseconds
   */
  public SharedRates(
      long totalBytesPerSecond, long clientBytesPerSecond, LongSupplier nanoTime, Timer timer) {
    this.totalBytesPerSecond = totalBytesPerSecond;
    this.clientBytesPerSecond = clientBytesPerSecond;
    this.nanoTime = nanoTime;
    this.timer = timer;
    this.total =
        totalBytesPerSecond == 0 ? null : new FairRate(totalBytesPerSecond, nanoTime, timer);
  }

  /** Returns this if unchanged, else new limits for future transfers. */
  public SharedRates with(long newTotal, long newClient) {
    return newTotal == totalBytesPerSecond && newClient == clientBytesPerSecond
        ? this
        : new SharedRates(newTotal, newClient, nanoTime, timer);
  }

  /**
   * The limit of one transfer, to be closed at its end.
   *
   * @param own its own rate; null = unlimited
   * @param client of {@link Claim#client}
   * @param path its place in the tree by which transfers share the total
   */
  RateLimit limit(@Nullable TokenBucket own, Object client, List<Branch> path, long nowNanos) {
    List<TokenBucket> levels = new ArrayList<>(2);
    if (own != null) {
      levels.add(own);
    }
    if (clientBytesPerSecond == 0) {
      return limit(levels, path);
    }
    RateLimit[] limit = new RateLimit[1];
    // Joins under the lock, so that no concurrent sweep removes the bucket.
    clients.compute(
        client,
        (unused, known) -> {
          TokenBucket bucket =
              known == null ? new TokenBucket(clientBytesPerSecond, nowNanos) : known;
          levels.add(bucket);
          limit[0] = limit(levels, path);
          return bucket;
        });
    return limit[0];
  }

  /** Whether there is neither a total nor a rate per client. */
  public boolean areUnlimited() {
    return total == null && clientBytesPerSecond == 0;
  }

  /**
   * The highest possible rate of a transfer, 0 = unlimited.
   *
   * @param bytesPerSecond its own rate, 0 = unlimited
   */
  long ceiling(long bytesPerSecond) {
    return LongStream.of(bytesPerSecond, clientBytesPerSecond, totalBytesPerSecond)
        .filter(rate -> rate > 0)
        .min()
        .orElse(0);
  }

  private RateLimit limit(List<TokenBucket> levels, List<Branch> path) {
    return new RateLimit(levels, total == null ? null : total.seat(path));
  }

  /**
   * Removes idle clients, and grants slices whose timer failed for lack of memory. Called
   * periodically.
   */
  public void sweep(long nowNanos) {
    if (total != null) {
      total.serve(nowNanos);
    }
    for (Object client : clients.keySet()) {
      clients.computeIfPresent(client, (unused, bucket) -> bucket.idle(nowNanos) ? null : bucket);
    }
  }

  /** Number of known clients. */
  int clients() {
    return clients.size();
  }
}
