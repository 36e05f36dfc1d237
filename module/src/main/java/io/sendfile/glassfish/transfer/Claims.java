package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.transfer.TransferScheduler.Admission;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the transfers that are here have claimed, in all, by client address and by HTTP/2
 * connection. A single transfer always fits, however much it claims: else it never could be sent.
 * Not thread-safe, but for {@link #held}.
 */
final class Claims {
  private final Map<Object, Sum> clients = new HashMap<>();
  private final Map<Object, Sum> connections = new HashMap<>();
  private final AtomicLong held = new AtomicLong();

  private static final class Sum {
    long transfers;
    long bytes;
  }

  /** Bytes claimed by those that share the workers and by small ones on their way. */
  long held() {
    return held.get();
  }

  /** Whether its client and connection may have one more: START, else why not. */
  Admission check(Claim claim, Limits limits) {
    Sum connection = claim.connection() == null ? null : connections.get(claim.connection());
    if (connection != null && connection.transfers >= limits.maxPerConnection()) {
      return Admission.CONNECTION_FULL;
    }
    Sum client = clients.get(claim.client());
    boolean full =
        client != null
            && (client.transfers >= limits.maxPerClient()
                || client.bytes + claim.bytes() > limits.maxBytesPerClient());
    return full ? Admission.CLIENT_FULL : Admission.START;
  }

  /** Whether there is memory for it. */
  boolean fits(Claim claim, Limits limits) {
    return held.get() == 0 || held.get() + claim.bytes() <= limits.maxBytes();
  }

  /** One is here. */
  void enter(Claim claim) {
    change(clients, claim.client(), 1, claim.bytes());
    change(connections, claim.connection(), 1, claim.bytes());
  }

  /** It has gone. */
  void leave(Claim claim) {
    change(clients, claim.client(), -1, -claim.bytes());
    change(connections, claim.connection(), -1, -claim.bytes());
  }

  /** It may hold what it claims from now on. */
  void hold(Claim claim) {
    held.addAndGet(claim.bytes());
  }

  /** It holds nothing any more. */
  void release(Claim claim) {
    held.addAndGet(-claim.bytes());
  }

  private static void change(
      Map<Object, Sum> sums, @Nullable Object key, int transfers, long bytes) {
    if (key == null) {
      return;
    }
    Sum sum = sums.computeIfAbsent(key, unused -> new Sum());
    sum.transfers += transfers;
    sum.bytes += bytes;
    if (sum.transfers == 0) {
      sums.remove(key);
    }
  }
}
