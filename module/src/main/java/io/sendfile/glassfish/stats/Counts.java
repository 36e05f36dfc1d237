package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/**
 * What only grows. Immutable.
 *
 * @param started transfers admitted, small files included
 * @param outcomes finished transfers by outcome; only outcomes that occurred
 * @param refused refused hand-offs by reason code; only reasons that occurred
 * @param statuses answered hand-offs by HTTP status; only statuses that occurred
 * @param bytes body bytes taken by the kernel
 * @param bytesZeroCopy those of {@code bytes} that were not copied through the server
 * @param bursts turns granted
 * @param headersStripped responses from which hand-off headers were removed without sending a file
 * @param plugInFailures times that plug-ins failed and were stood in for, by what and which they
 *     are; only those that did
 * @param firstByteNanos times from the hand-off to the first byte taken, nanoseconds; of transfers
 *     of which a byte was taken
 * @param bytesPerSecond rates of the same transfers, from the hand-off to the end
 */
public record Counts(
    long started,
    Map<Outcome, Long> outcomes,
    Map<String, Long> refused,
    Map<Integer, Long> statuses,
    long bytes,
    long bytesZeroCopy,
    long bursts,
    long headersStripped,
    Map<String, Long> plugInFailures,
    Distribution firstByteNanos,
    Distribution bytesPerSecond) {
  /** Nothing happened. */
  public static final Counts NONE =
      new Counts(
          0,
          Map.of(),
          Map.of(),
          Map.of(),
          0,
          0,
          0,
          0,
          Map.of(),
          Distribution.NONE,
          Distribution.NONE);

  public Counts {
    outcomes = Map.copyOf(outcomes);
    refused = Map.copyOf(refused);
    statuses = Map.copyOf(statuses);
    plugInFailures = Map.copyOf(plugInFailures);
  }

  Counts plus(Counts other) {
    return with(
        other,
        Long::sum,
        firstByteNanos.plus(other.firstByteNanos),
        bytesPerSecond.plus(other.bytesPerSecond));
  }

  Counts minus(Counts other) {
    return with(
        other,
        (a, b) -> a - b,
        firstByteNanos.minus(other.firstByteNanos),
        bytesPerSecond.minus(other.bytesPerSecond));
  }

  private Counts with(
      Counts other, LongBinaryOperator operator, Distribution times, Distribution rates) {
    return new Counts(
        operator.applyAsLong(started, other.started),
        each(outcomes, other.outcomes, operator),
        each(refused, other.refused, operator),
        each(statuses, other.statuses, operator),
        operator.applyAsLong(bytes, other.bytes),
        operator.applyAsLong(bytesZeroCopy, other.bytesZeroCopy),
        operator.applyAsLong(bursts, other.bursts),
        operator.applyAsLong(headersStripped, other.headersStripped),
        each(plugInFailures, other.plugInFailures, operator),
        times,
        rates);
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
