package io.sendfile.core.stats;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Counts of events. Immutable.
 *
 * @param counters those of {@link Figure#COUNTERS} that are not 0
 * @param breakdowns events by key: those that occurred, perhaps others with 0
 * @param firstByteNanos times from the hand-off to the first byte taken, nanoseconds, each counted
 *     when it was taken
 * @param bytesPerSecond rates of ended transfers with at least one byte, from the hand-off to the
 *     end
 */
public record Counts(
    Map<Figure, Long> counters,
    Map<Breakdown, Map<String, Long>> breakdowns,
    Distribution firstByteNanos,
    Distribution bytesPerSecond) {
  /** No events. */
  public static final Counts NONE =
      new Counts(Map.of(), Map.of(), Distribution.NONE, Distribution.NONE);

  public Counts {
    counters = copy(counters, n -> n != 0, n -> n);
    breakdowns = copy(breakdowns, each -> !each.isEmpty(), Map::copyOf);
  }

  private static <K, V> Map<K, V> copy(
      Map<K, V> map, Predicate<V> isThere, UnaryOperator<V> value) {
    Map<K, V> copy = new HashMap<>();
    map.forEach(
        (key, each) -> {
          if (isThere.test(each)) {
            copy.put(key, value.apply(each));
          }
        });
    return Collections.unmodifiableMap(copy);
  }

  /** The value of a counter. */
  public long of(Figure counter) {
    return counters.getOrDefault(counter, 0L);
  }

  /** Events by key: those that occurred, perhaps others with 0. */
  public Map<String, Long> each(Breakdown breakdown) {
    return breakdowns.getOrDefault(breakdown, Map.of());
  }

  /** Events with one key. */
  public long of(Breakdown breakdown, String key) {
    return each(breakdown).getOrDefault(key, 0L);
  }

  Counts plus(Counts other) {
    if (equals(NONE) || other.equals(NONE)) {
      return equals(NONE) ? other : this;
    }
    return with(
        other,
        Long::sum,
        firstByteNanos.plus(other.firstByteNanos),
        bytesPerSecond.plus(other.bytesPerSecond));
  }

  /** The events since an earlier reading of the same counters. */
  public Counts minus(Counts other) {
    if (other.equals(NONE)) {
      return this;
    }
    return with(
        other,
        (a, b) -> a - b,
        firstByteNanos.minus(other.firstByteNanos),
        bytesPerSecond.minus(other.bytesPerSecond));
  }

  private Counts with(
      Counts other, LongBinaryOperator operator, Distribution times, Distribution rates) {
    Map<Breakdown, Map<String, Long>> result = new EnumMap<>(Breakdown.class);
    for (Breakdown breakdown : Breakdown.values()) {
      result.put(breakdown, each(each(breakdown), other.each(breakdown), operator));
    }
    return new Counts(each(counters, other.counters, operator), result, times, rates);
  }

  private static <K> Map<K, Long> each(
      Map<K, Long> mine, Map<K, Long> others, LongBinaryOperator operator) {
    Map<K, Long> result = new HashMap<>(mine);
    others.forEach(
        (key, n) -> result.put(key, operator.applyAsLong(mine.getOrDefault(key, 0L), n)));
    result.values().removeIf(n -> n == 0);
    return result;
  }
}
