package io.sendfile.core.transfer;

import io.sendfile.core.http.AddressRange;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The limits in force, by client, application or root: a search costs a look into a map for each
 * length of address range, and nothing while there are none. Immutable but for the use of limits.
 */
final class LimitTable {
  static final LimitTable NONE = new LimitTable(List.of());

  private final List<TransferLimit> all;

  /** One range of each kind and length. */
  private final List<AddressRange> lengths;

  private final Map<AddressRange, List<TransferLimit>> ranges = new HashMap<>();
  private final Map<String, List<TransferLimit>> clients = new HashMap<>();
  private final Map<String, List<TransferLimit>> applications = new HashMap<>();
  private final Map<String, List<TransferLimit>> roots = new HashMap<>();
  private final boolean paces;
  private final boolean counts;

  LimitTable(List<TransferLimit> all) {
    this.all = List.copyOf(all);
    Map<String, AddressRange> kinds = new LinkedHashMap<>();
    for (TransferLimit limit : all) {
      LimitRule rule = limit.rule();
      AddressRange range = rule.addresses();
      if (range != null) {
        kinds.put(range.first().getClass() + " " + range.bits(), range);
        add(ranges, range, limit);
      } else if (!rule.client().isEmpty()) {
        add(clients, rule.client(), limit);
      } else if (!rule.application().isEmpty()) {
        add(applications, rule.application(), limit);
      } else {
        add(roots, rule.root(), limit);
      }
    }
    this.lengths = List.copyOf(kinds.values());
    this.paces = all.stream().anyMatch(limit -> limit.rule().paces());
    this.counts = all.stream().anyMatch(limit -> limit.rule().counts());
  }

  private static <K> void add(Map<K, List<TransferLimit>> by, K key, TransferLimit limit) {
    by.computeIfAbsent(key, unused -> new ArrayList<>(1)).add(limit);
  }

  List<TransferLimit> all() {
    return all;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Whether one of them has a rate. */
  boolean paces() {
    return paces;
  }

  /** Whether one of them has a number of transfers. */
  boolean counts() {
    return counts;
  }

  /** The limits of a transfer that fulfil a condition, those of its client first. */
  List<TransferLimit> find(LimitSubject subject, Predicate<LimitRule> which) {
    if (all.isEmpty()) {
      return List.of();
    }
    List<TransferLimit> found = new ArrayList<>(2);
    InetAddress address = subject.client();
    if (address != null) {
      for (AddressRange length : lengths) {
        AddressRange around = length.around(address);
        if (around != null) {
          take(ranges.get(around), subject, which, found);
        }
      }
    }
    take(clients.get(subject.identity()), subject, which, found);
    take(applications.get(subject.application()), subject, which, found);
    take(roots.get(subject.root()), subject, which, found);
    return found;
  }

  private static void take(
      @Nullable List<TransferLimit> some,
      LimitSubject subject,
      Predicate<LimitRule> which,
      List<TransferLimit> into) {
    if (some != null) {
      for (TransferLimit limit : some) {
        if (which.test(limit.rule()) && limit.rule().concerns(subject)) {
          into.add(limit);
        }
      }
    }
  }

  /** Like {@link #find}, of all kinds. */
  List<TransferLimit> of(LimitSubject subject) {
    return find(subject, Objects::nonNull);
  }
}
