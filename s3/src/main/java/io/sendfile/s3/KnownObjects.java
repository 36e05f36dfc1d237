package io.sendfile.s3;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Objects as a store has described them, while that is trusted. Searches for an object at the same
 * time ask once. Facts that are half as old as they may be are asked for again beside, so that few
 * wait.
 *
 * <p>Safe for several threads.
 */
final class KnownObjects {
  private static final int MOST = 10_000;

  private record KnownFacts(ObjectFacts facts, long since) {}

  private final Function<ObjectAddress, CompletableFuture<ObjectFacts>> store;
  private final long trustedNanos;
  private final LongSupplier nanoTime;

  /** The eldest first. */
  private final Map<ObjectAddress, KnownFacts> all = new LinkedHashMap<>();

  private final Map<ObjectAddress, CompletableFuture<ObjectFacts>> asked = new HashMap<>();

  /**
   * @param store asks it for an object, and does not wait
   * @param trusted the time for which an answer is trusted
   */
  KnownObjects(
      Function<ObjectAddress, CompletableFuture<ObjectFacts>> store,
      Duration trusted,
      LongSupplier nanoTime) {
    this.store = store;
    this.trustedNanos = trusted.toNanos();
    this.nanoTime = nanoTime;
  }

  /** The object, by an earlier answer if that is trusted; fails as the store's answer does. */
  synchronized CompletableFuture<ObjectFacts> find(ObjectAddress address) {
    KnownFacts known = all.get(address);
    long age = known == null ? 0 : nanoTime.getAsLong() - known.since();
    if (known == null || age >= trustedNanos) {
      return ask(address);
    }
    if (age >= trustedNanos / 2) {
      CompletableFuture<?> unused = ask(address);
    }
    return CompletableFuture.completedFuture(known.facts());
  }

  /** Gets the answer that is on its way, or asks. */
  private CompletableFuture<ObjectFacts> ask(ObjectAddress address) {
    CompletableFuture<ObjectFacts> before = asked.get(address);
    if (before != null) {
      return before;
    }
    CompletableFuture<ObjectFacts> answer =
        store.apply(address).whenComplete((facts, thrown) -> answered(address, facts));
    // Another thread that has the answer waits for this one.
    if (!answer.isDone()) {
      asked.put(address, answer);
    }
    return answer;
  }

  private synchronized void answered(ObjectAddress address, @Nullable ObjectFacts facts) {
    asked.remove(address);
    if (facts != null) {
      all.remove(address);
      all.put(address, new KnownFacts(facts, nanoTime.getAsLong()));
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
