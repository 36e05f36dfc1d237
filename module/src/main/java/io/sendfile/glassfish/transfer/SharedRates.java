package io.sendfile.glassfish.transfer;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Rates that transfers share: a total, and one per client address. A client's is kept while the
 * client has a transfer or has used it lately. Thread-safe; reads no clock.
 */
public final class SharedRates {
  private final long totalBytesPerSecond;
  private final long clientBytesPerSecond;
  private final @Nullable TokenBucket total;
  private final Map<Object, TokenBucket> clients = new ConcurrentHashMap<>();

  /**
   * @param totalBytesPerSecond of all transfers together, 0 = unlimited
   * @param clientBytesPerSecond of all transfers to one client address, 0 = unlimited
   */
  public SharedRates(long totalBytesPerSecond, long clientBytesPerSecond, long nowNanos) {
    this.totalBytesPerSecond = totalBytesPerSecond;
    this.clientBytesPerSecond = clientBytesPerSecond;
    this.total = totalBytesPerSecond == 0 ? null : new TokenBucket(totalBytesPerSecond, nowNanos);
  }

  /** Returns this if unchanged, else new limits for future transfers. */
  public SharedRates with(long newTotal, long newClient, long nowNanos) {
    return newTotal == totalBytesPerSecond && newClient == clientBytesPerSecond
        ? this
        : new SharedRates(newTotal, newClient, nowNanos);
  }

  /**
   * The limit of one transfer, to be closed at its end.
   *
   * @param own its own rate; null = unlimited
   */
  RateLimit limit(@Nullable TokenBucket own, SocketAddress client, long nowNanos) {
    List<TokenBucket> levels = new ArrayList<>(3);
    if (own != null) {
      levels.add(own);
    }
    if (clientBytesPerSecond == 0) {
      return limit(levels);
    }
    RateLimit[] limit = new RateLimit[1];
    // Joined before a concurrent sweep could remove the bucket.
    clients.compute(
        Claim.address(client),
        (address, known) -> {
          TokenBucket bucket =
              known == null ? new TokenBucket(clientBytesPerSecond, nowNanos) : known;
          levels.add(bucket);
          limit[0] = limit(levels);
          return bucket;
        });
    return limit[0];
  }

  /** Whether there is neither. */
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

  /** The setting of one of these rates. */
  String name(@Nullable TokenBucket rate) {
    boolean isTotal = rate != null && rate == total;
    return isTotal ? "total-rate-bytes-per-second" : "client-rate-bytes-per-second";
  }

  private RateLimit limit(List<TokenBucket> levels) {
    if (total != null) {
      levels.add(total);
    }
    return new RateLimit(levels);
  }

  /** Removes clients that have gone. Called from time to time. */
  public void sweep(long nowNanos) {
    for (Object address : clients.keySet()) {
      clients.computeIfPresent(address, (unused, bucket) -> bucket.idle(nowNanos) ? null : bucket);
    }
  }

  /** Number of known client addresses. */
  int clients() {
    return clients.size();
  }
}
