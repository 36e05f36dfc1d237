package io.sendfile.s3;

import io.sendfile.s3.ObjectStore.Found;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Objects as a store has described them, while that is trusted. Those who look for an object at the
 * same time ask once. What is half as old as it may be is asked for again beside, so that few wait.
 *
 * <p>Safe for several threads.
 */
final class KnownObjects {
  private static final int MOST = 10_000;

  private final Function<ObjectAddress, CompletableFuture<Found>> store;
  private final long trustedNanos;
  private final LongSupplier nanoTime;

  /** The eldest first. */
  private final Map<ObjectAddress, Known> all = new LinkedHashMap<>();

  /** Guarded by the monitor around it. */
  private static final class Known {
    private @Nullable Found found;
    private long since;

    /** Gets the answer that is on its way; null if there is none. */
    private @Nullable CompletableFuture<Found> asked;
  }

  /**
   * @param store asks it for an object, and does not wait
   * @param trusted the time for which an answer is trusted
   */
  KnownObjects(
      Function<ObjectAddress, CompletableFuture<Found>> store,
      Duration trusted,
      LongSupplier nanoTime) {
    this.store = store;
    this.trustedNanos = trusted.toNanos();
    this.nanoTime = nanoTime;
  }

  /** The object, by an earlier answer if that is trusted; fails as the store's answer does. */
  CompletableFuture<Found> find(ObjectAddress address) {
    CompletableFuture<Found> asked = new CompletableFuture<>();
    CompletableFuture<Found> answer = asked;
    Known known;
    synchronized (this) {
      known = all.computeIfAbsent(address, unknown -> new Known());
      Found found = known.found;
      long age = nanoTime.getAsLong() - known.since;
      if (found != null && age < trustedNanos) {
        answer = CompletableFuture.completedFuture(found);
        if (age < trustedNanos / 2) {
          return answer;
        }
      }
      CompletableFuture<Found> before = known.asked;
      if (before != null) {
        return answer == asked ? before : answer;
      }
      known.asked = asked;
    }
    CompletableFuture<?> unused =
        store
            .apply(address)
            .whenComplete(
                (found, thrown) -> {
                  answered(address, known, found);
                  if (thrown == null) {
                    asked.complete(found);
                  } else {
                    Throwable cause = thrown.getCause();
                    asked.completeExceptionally(
                        thrown instanceof CompletionException && cause != null ? cause : thrown);
                  }
                });
    return answer;
  }

  private synchronized void answered(ObjectAddress address, Known known, @Nullable Found found) {
    known.asked = null;
    all.remove(address, known);
    if (found != null) {
      known.found = found;
      known.since = nanoTime.getAsLong();
    }
    if (known.found != null) {
      all.put(address, known);
    }
    if (all.size() > MOST) {
      all.remove(all.keySet().iterator().next());
    }
  }

  /** It is not trusted any more. */
  synchronized void forget(ObjectAddress address) {
    all.remove(address);
  }
}
