package io.sendfile.core.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The limits that administrators set on clients, applications and roots, each in force until its
 * end by the clock of dates: when that is set back, one may come into force again. Thread-safe.
 */
public final class TransferLimits {
  /** All of them, ended ones as well, by name. */
  private Map<String, TransferLimit> known = Map.of();

  private volatile LimitTable inForce = LimitTable.NONE;

  TransferLimits() {}

  LimitTable inForce() {
    return inForce;
  }

  /**
   * Has other rules.
   *
   * @return whether others are in force now
   */
  synchronized boolean change(List<LimitRule> rules, Instant now, long nowNanos) {
    Map<String, TransferLimit> next = new LinkedHashMap<>();
    for (LimitRule rule : rules) {
      next.put(rule.name(), TransferLimit.of(rule, known.get(rule.name()), nowNanos));
    }
    known = next;
    return look(now);
  }

  /** Looks for ends; returns whether others are in force now. */
  synchronized boolean look(Instant now) {
    if (known.isEmpty() && inForce.isEmpty()) {
      return false;
    }
    List<TransferLimit> holding = new ArrayList<>();
    for (TransferLimit limit : known.values()) {
      if (limit.rule().holds(now)) {
        holding.add(limit);
      }
    }
    if (holding.equals(inForce.all())) {
      return false;
    }
    inForce = holding.isEmpty() ? LimitTable.NONE : new LimitTable(holding);
    return true;
  }

  /** The limit that lets a transfer neither begin nor go on; null for none. */
  public @Nullable LimitRule keepingOut(LimitSubject subject) {
    List<TransferLimit> found = inForce.find(subject, LimitRule::keepsOut);
    return found.isEmpty() ? null : found.get(0).rule();
  }

  /** Whether there is none, so that nobody needs to ask. */
  public boolean areNone() {
    return inForce.isEmpty();
  }

  /** All limits of a transfer. */
  public List<LimitRule> of(LimitSubject subject) {
    return inForce.of(subject).stream().map(TransferLimit::rule).toList();
  }

  /** Counts a refusal by a limit. */
  public synchronized void refused(LimitRule by) {
    TransferLimit limit = known.get(by.name());
    if (limit != null) {
      limit.refuses();
    }
  }

  /** All limits, ended ones as well, with their use by these transfers. */
  public synchronized List<LimitUse> list(List<TransferSnapshot> running) {
    LimitTable now = inForce;
    Map<TransferLimit, long[]> used = new HashMap<>();
    for (TransferSnapshot transfer : running) {
      for (TransferLimit limit : now.of(transfer.info().subject())) {
        long[] sums = used.computeIfAbsent(limit, unused -> new long[2]);
        sums[0]++;
        sums[1] += transfer.bytesPerSecond();
      }
    }
    return known.values().stream()
        .map(
            limit -> {
              long[] sums = used.getOrDefault(limit, new long[2]);
              return new LimitUse(
                  limit.rule(), now.all().contains(limit), (int) sums[0], sums[1], limit.refused());
            })
        .toList();
  }
}
