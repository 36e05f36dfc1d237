package io.sendfile.core.machine;

import io.sendfile.core.http.AddressRange;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.core.transfer.LimitSubject;
import io.sendfile.core.transfer.Limits;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The limits that administrators create, change and delete, and what each of them promises, checked
 * from outside. They end by themselves as well.
 */
final class LimitLaws {
  private static final int MOST = 4;

  /** Ticks of the engine by which it may see an end too late. */
  private static final long LATE_SECONDS = 2;

  private final World world;
  private final Supplier<Instant> now;
  private final ToLongFunction<LimitRule> sharers;
  private final Map<String, Promise> promises = new LinkedHashMap<>();

  /** All that ever kept somebody out. */
  private final Set<LimitRule> keepers = new HashSet<>();

  private boolean changes;
  private int names;

  /** A limit with the bytes under it. */
  private record Promise(LimitRule rule, RateLaws.Law rate) {}

  /**
   * @param now the clock of dates
   * @param sharers number of transfers under a limit that may hold a slice
   */
  LimitLaws(World world, Supplier<Instant> now, ToLongFunction<LimitRule> sharers) {
    this.world = world;
    this.now = now;
    this.sharers = sharers;
  }

  List<LimitRule> rules() {
    return promises.values().stream().map(Promise::rule).toList();
  }

  /** An administrator creates, changes or deletes one. */
  void change(List<InetAddress> clients) {
    List<LimitRule> all = rules();
    int kind = world.upTo(5);
    if (all.isEmpty() || (kind < 3 && all.size() < MOST)) {
      put(created(world.oneOf(clients)));
      return;
    }
    LimitRule old = world.oneOf(all);
    if (kind == 3) {
      put(withAmounts(old.name(), old.addresses(), old.client(), old.application(), old.root()));
    } else {
      promises.remove(old.name());
    }
  }

  void clear() {
    promises.clear();
  }

  private LimitRule created(InetAddress client) {
    String name = "limit-" + names++;
    return switch (world.upTo(4)) {
      case 0 -> {
        AddressRange range = new AddressRange(client, world.oneIn(3) ? 24 : 32);
        yield withAmounts(name, range, "", "", "");
      }
      case 1 -> withAmounts(name, null, "somebody", "", "");
      case 2 -> withAmounts(name, null, "", "app" + world.upTo(3), "");
      default -> withAmounts(name, null, "", "", world.oneIn(2) ? "files" : "other");
    };
  }

  private LimitRule withAmounts(
      String name, @Nullable AddressRange range, String client, String application, String root) {
    boolean counts = world.oneIn(2);
    long rate = counts ? Limits.NONE : world.oneIn(5) ? 0 : world.between(2000, 40_000);
    long transfers = !counts ? Limits.NONE : world.oneIn(8) ? 0 : world.between(1, 4);
    Instant until = world.oneIn(3) ? null : now.get().plusMillis(world.between(100, 20_000));
    return new LimitRule(name, range, client, application, root, rate, transfers, until);
  }

  private void put(LimitRule rule) {
    Promise old = promises.get(rule.name());
    boolean same = old != null && old.rule().bytesPerSecond() == rule.bytesPerSecond();
    RateLaws.Law law = new RateLaws.Law(world, "the rate of " + rule, RateLaws.BUCKET_NANOS, true);
    law.begin(isRate(rule) ? rule.bytesPerSecond() : 0);
    promises.put(rule.name(), new Promise(rule, same && old != null ? old.rate() : law));
    if (rule.keepsOut()) {
      keepers.add(rule);
    }
  }

  private static boolean isRate(LimitRule rule) {
    return !rule.keepsOut() && rule.bytesPerSecond() != Limits.NONE;
  }

  /** They are about to change in the engine. */
  void begin() {
    changes = true;
  }

  /** They have changed there. */
  void changed() {
    changes = false;
  }

  private Stream<LimitRule> of(LimitSubject subject, Instant at) {
    return rules().stream().filter(rule -> rule.holds(at) && rule.concerns(subject));
  }

  /** A sink has accepted bytes. */
  void moved(LimitSubject subject, long bytes) {
    if (changes) {
      return;
    }
    Instant at = now.get();
    for (Promise promise : List.copyOf(promises.values())) {
      LimitRule rule = promise.rule();
      if (isRate(rule) && rule.holds(at) && rule.concerns(subject)) {
        promise.rate().moved(bytes, sharers.applyAsLong(rule));
      }
    }
  }

  /** Whether one may hold a transfer back by its rate. */
  boolean mayPace(LimitSubject subject) {
    return changes || of(subject, now.get().minusSeconds(LATE_SECONDS)).anyMatch(LimitLaws::isRate);
  }

  /** The ones whose numbers hold for a transfer now. */
  List<LimitRule> counting(LimitSubject subject) {
    return changes
        ? new ArrayList<>()
        : of(subject, now.get())
            .filter(rule -> rule.transfers() != Limits.NONE && !rule.keepsOut())
            .toList();
  }

  /** Whether one keeps a transfer out, which has heard of it. */
  boolean keepsOut(LimitSubject subject) {
    return !changes && of(subject, now.get()).anyMatch(LimitRule::keepsOut);
  }

  /** Whether one kept a transfer out at any time. */
  boolean hasKeptOut(LimitSubject subject) {
    return keepers.stream().anyMatch(rule -> rule.concerns(subject));
  }
}
