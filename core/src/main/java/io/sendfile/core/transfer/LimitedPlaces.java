package io.sendfile.core.transfer;

import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of transfers under limits, each of which is counted from its admission to its end.
 * Not thread-safe.
 */
final class LimitedPlaces {
  private final IdentityHashMap<Claim, Counted> counted = new IdentityHashMap<>();

  private record Counted(LimitSubject subject, List<TransferLimit> limits) {
    void add(int change) {
      limits.forEach(limit -> limit.counted(change));
    }
  }

  /** Counts an admitted transfer; or returns the one of its limits that is full. */
  @Nullable LimitRule enter(Claim claim, LimitSubject subject, LimitTable now) {
    for (TransferLimit limit : now.find(subject, LimitRule::counts)) {
      if (limit.isFull()) {
        return limit.rule();
      }
    }
    join(claim, subject, now);
    return null;
  }

  /** Counts a transfer that runs anyway, if it is not counted yet. */
  void join(Claim claim, LimitSubject subject, LimitTable now) {
    List<TransferLimit> limits = now.find(subject, LimitRule::counts);
    if (!limits.isEmpty() && !counted.containsKey(claim)) {
      Counted one = new Counted(subject, limits);
      one.add(1);
      counted.put(claim, one);
    }
  }

  void leave(Claim claim) {
    Counted one = counted.isEmpty() ? null : counted.remove(claim);
    if (one != null) {
      one.add(-1);
    }
  }

  /** Counts anew by other limits: those counted before, and all that run. */
  void recount(LimitTable now, Iterable<Transfer> running) {
    counted.values().forEach(one -> one.add(-1));
    IdentityHashMap<Claim, Counted> before = new IdentityHashMap<>(counted);
    counted.clear();
    before.forEach((claim, one) -> join(claim, one.subject(), now));
    running.forEach(one -> join(one.terms().claim(), one.info().subject(), now));
  }
}
