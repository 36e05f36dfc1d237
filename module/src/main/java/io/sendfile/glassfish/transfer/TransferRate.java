package io.sendfile.glassfish.transfer;

import java.net.SocketAddress;
import java.util.List;

/**
 * The rate of one transfer: its own limit, which any thread may change while it runs, and shared
 * ones. The other methods are for one sending thread at a time.
 */
final class TransferRate {
  private final SharedRates shared;
  private final SocketAddress client;
  private volatile long wanted;
  private volatile long inForce;
  private RateLimit limit = new RateLimit(List.of());

  /**
   * @param bytesPerSecond its own highest rate, 0 = none
   */
  TransferRate(SharedRates shared, SocketAddress client, long bytesPerSecond) {
    this.shared = shared;
    this.client = client;
    this.wanted = bytesPerSecond;
    this.inForce = bytesPerSecond;
  }

  /** Begins to share rates with others; bytes that were sent since a moment count. */
  void join(long sent, long sinceNanos, long nowNanos) {
    limit = shared.limit(inForce, client, nowNanos);
    if (sent > 0) {
      limit.charge(sent, sinceNanos);
    }
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
      limit = shared.limit(inForce, client, nowNanos);
      old.close();
    }
    return limit.allowance(remaining, nowNanos);
  }

  /** Uses the allowance. */
  void spend(long bytes) {
    limit.spend(bytes);
  }

  /** Time until more bytes are allowed, nanoseconds. */
  long nanosToWait(long nowNanos) {
    return limit.nanosToWait(nowNanos);
  }

  /** Returns unused reservations at the end of the transfer. */
  void close() {
    limit.close();
  }
}
