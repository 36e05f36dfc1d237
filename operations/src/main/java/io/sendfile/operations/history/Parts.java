package io.sendfile.operations.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.core.stats.Counts;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsSnapshot;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The figures that each application and each root had of an interval, by its name as in {@code
 * application shop}: those of the most bytes of each kind, as many as there is room for.
 */
final class Parts {
  /** Most in a sample. */
  private static final int MOST = 50;

  private static final Interval NEVER = Interval.empty(0);
  private static final StatsSnapshot NOTHING =
      new StatsSnapshot(Instant.EPOCH, Instant.EPOCH, Counts.NONE, 0, 0, 0, 0, 0);

  private Parts() {}

  /** The events between two readings. */
  static Map<String, Interval> between(
      Map<String, StatsSnapshot> before, Map<String, StatsSnapshot> now, long millis) {
    Map<String, Interval> busy = new HashMap<>();
    now.forEach(
        (name, part) -> {
          StatsSnapshot then = before.getOrDefault(name, NOTHING);
          Interval its = Interval.between(goesOn(then, part) ? then : NOTHING, part, millis);
          if (!its.isIdle()) {
            busy.put(name, its.during(NEVER));
          }
        });
    Map<String, Interval> largest = new HashMap<>();
    ranked(busy).limit(MOST).forEach(each -> largest.put(each.getKey(), each.getValue()));
    return largest;
  }

  /** Whether it is not a root that was deleted, and made again. */
  private static boolean goesOn(StatsSnapshot before, StatsSnapshot now) {
    return Stream.of(Figure.BYTES, Figure.STARTED, Figure.REFUSED)
        .allMatch(figure -> figure.of(before) <= figure.of(now));
  }

  /** The largest application, the largest root, the next application, and so on. */
  private static Stream<Entry<String, Interval>> ranked(Map<String, Interval> parts) {
    Comparator<Entry<String, Interval>> bytes =
        Comparator.comparingLong(each -> -each.getValue().bytes());
    Map<String, List<Entry<String, Interval>>> kinds =
        parts.entrySet().stream()
            .sorted(
                bytes
                    .thenComparingLong(each -> -each.getValue().refused())
                    .thenComparing(Entry::getKey))
            .collect(Collectors.groupingBy(each -> each.getKey().split(" ", 2)[0]));
    return IntStream.range(0, parts.size())
        .boxed()
        .flatMap(
            place ->
                kinds.values().stream()
                    .filter(kind -> place < kind.size())
                    .map(kind -> kind.get(place)));
  }

  static Map<String, Interval> plus(Map<String, Interval> one, Map<String, Interval> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    Map<String, Interval> sums = new HashMap<>(one);
    other.forEach((name, part) -> sums.merge(name, part, Interval::plus));
    return sums;
  }

  /** Writes as many as there is room for, each with its name before it, and a 0 behind them. */
  static void write(Map<String, Interval> parts, ByteBuffer form) {
    ranked(parts)
        .map(each -> form(each.getKey().getBytes(UTF_8), each.getValue()))
        .filter(each -> each.remaining() < form.remaining())
        .forEach(form::put);
    Numbers.put(form, 0);
  }

  private static ByteBuffer form(byte[] name, Interval part) {
    ByteBuffer form = ByteBuffer.allocate(name.length + Interval.BYTES);
    Numbers.put(form, name.length);
    form.put(name);
    part.during(NEVER).write(form);
    return form.flip();
  }

  /** Parses what {@link #write} has written. */
  static Map<String, Interval> read(ByteBuffer form) {
    Map<String, Interval> parts = new HashMap<>();
    long length = Numbers.get(form);
    while (length > 0 && length <= form.remaining()) {
      byte[] name = new byte[(int) length];
      form.get(name);
      parts.put(new String(name, UTF_8), Interval.read(form));
      length = Numbers.get(form);
    }
    return parts;
  }
}
