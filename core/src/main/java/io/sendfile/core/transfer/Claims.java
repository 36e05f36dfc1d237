package io.sendfile.core.transfer;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Sums of the claims of admitted transfers: total, by client and by HTTP/2 connection; and of what
 * is reserved for lists of files and the plans of their archives. One of a kind fits in any case
 * when it is the only one, or a large claim could never be granted. Not thread-safe, except for
 * {@link #held}.
 */
final class Claims {
  private final Map<Object, Sum> clients = new HashMap<>();
  private final Map<Object, Sum> connections = new HashMap<>();
  private final AtomicLong held = new AtomicLong();
  private long lists;
  private long plans;

  private static final class Sum {
    long transfers;
    long bytes;
    long plans;
  }

  /** Bytes claimed by active transfers and by small ones under way. */
  long held() {
    return held.get();
  }

  /**
   * Whether the client and the connection of a claim may have one more transfer: START, or the
   * reason for a refusal.
   */
  Admission check(Claim claim, Limits limits) {
    Sum connection = claim.connection() == null ? null : connections.get(claim.connection());
    if (connection != null && connection.transfers >= limits.maxPerConnection()) {
      return Admission.CONNECTION_FULL;
    }
    Sum client = clients.get(claim.client());
    boolean full =
        client != null
            && (client.transfers >= limits.maxPerClient()
                || (client.bytes > client.plans
                    && client.bytes + claim.bytes() > limits.maxBytesPerClient()));
    return full ? Admission.CLIENT_FULL : Admission.START;
  }

  /** Whether there is memory for it. */
  boolean fits(Claim claim, Limits limits) {
    return held.get() == lists + plans || held.get() + claim.bytes() <= limits.maxBytes();
  }

  /**
   * Reserves memory for a list that is being written or waits, half of all for all lists at most,
   * so that their plans have room; or for the plan of a client; or gives it back.
   *
   * @param client null for a list
   * @param bytes below 0 to give back
   * @return START, or the reason why there is no room now
   */
  Admission reserve(@Nullable Object client, long bytes, Limits limits) {
    long sum = held.get() + bytes;
    if (client == null) {
      boolean full = lists + bytes > limits.maxBytes() / 2 || sum > limits.maxBytes();
      if (bytes > 0 && lists > 0 && full) {
        return Admission.BUFFERS_FULL;
      }
      lists += bytes;
    } else {
      Sum own = clients.computeIfAbsent(client, unused -> new Sum());
      if (bytes > 0 && own.plans > 0 && own.bytes + bytes > limits.maxBytesPerClient()) {
        return Admission.CLIENT_FULL;
      }
      if (bytes > 0 && plans > 0 && sum > limits.maxBytes()) {
        change(clients, client, 0, 0);
        return Admission.BUFFERS_FULL;
      }
      plans += bytes;
      own.plans += bytes;
      change(clients, client, 0, bytes);
    }
    held.set(sum);
    return Admission.START;
  }

  /** Adds an admitted transfer. */
  void enter(Claim claim) {
    change(clients, claim.client(), 1, claim.bytes());
    change(connections, claim.connection(), 1, claim.bytes());
  }

  /** Removes a transfer. */
  void leave(Claim claim) {
    change(clients, claim.client(), -1, -claim.bytes());
    change(connections, claim.connection(), -1, -claim.bytes());
  }

  /** Adds the memory of its claim. */
  void hold(Claim claim) {
    held.addAndGet(claim.bytes());
  }

  /** Removes the memory of its claim. */
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
    if (sum.transfers == 0 && sum.plans == 0) {
      sums.remove(key);
    }
  }
}
