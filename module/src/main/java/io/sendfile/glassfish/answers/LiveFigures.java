package io.sendfile.glassfish.answers;

import io.sendfile.core.records.Records;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.grizzly.jmx.UsedLimits;
import io.sendfile.operations.history.History;
import io.sendfile.operations.history.Load;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
import io.sendfile.spi.BufferFigures;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Present figures of a server, or of several together. Immutable.
 *
 * @param limits usage of the limits
 * @param peaks the highest usage that the history knows, each with its limit of that time
 * @param totals of the server
 * @param listeners totals by listener
 * @param roots totals by root
 * @param buffers by listener
 * @param points new samples, oldest first
 * @param marks new ones, oldest first
 */
public record LiveFigures(
    LimitUsage limits,
    Load peaks,
    StatsSnapshot totals,
    Map<String, StatsSnapshot> listeners,
    Map<String, StatsSnapshot> roots,
    Map<String, Buffers> buffers,
    List<Point> points,
    List<Mark> marks) {
  /**
   * The figures of a server, out of its row; empty if it has a constant that is not known here.
   *
   * @throws IllegalArgumentException for a malformed number or time
   */
  public static Optional<LiveFigures> of(Map<String, ?> row) {
    return Records.read(LiveFigures.class, row);
  }

  /** The usage of the limits, as JMX has it. */
  public UsedLimits used() {
    return new UsedLimits(limits);
  }

  private static final long GRID = History.SAMPLED.toMillis();

  /** Tolerance for servers that are sampled at different moments, or miss one sample. */
  public static final long AGE = 2 * GRID;

  /**
   * The moment after which marks are sent again to a page that has all until the given one: servers
   * have clocks of their own, and a mark may be written late.
   */
  public static long marksAfter(long since) {
    return since - Duration.ofMinutes(1).toMillis();
  }

  /**
   * The buffers of a listener.
   *
   * @param policy its name; several names if the servers differ
   */
  public record Buffers(String policy, BufferFigures figures) {
    private Buffers plus(Buffers other) {
      BufferFigures more = other.figures;
      return new Buffers(
          policy.contains(other.policy) ? policy : policy + ", " + other.policy,
          new BufferFigures(
              figures.taken() + more.taken(),
              figures.inUse() + more.inUse(),
              figures.inUseBytes() + more.inUseBytes(),
              figures.highWaterBytes() + more.highWaterBytes(),
              figures.reservedBytes() + more.reservedBytes(),
              figures.exhausted() + more.exhausted(),
              figures.misuses() + more.misuses()));
    }
  }

  /**
   * The sums over servers; a mark begins with the name of its server.
   *
   * @param servers by name, at least one
   */
  public static LiveFigures together(Map<String, LiveFigures> servers) {
    Collection<LiveFigures> all = servers.values();
    return new LiveFigures(
        sum(all, LiveFigures::limits, LimitUsage::plus),
        sum(all, LiveFigures::peaks, Load::and),
        sum(all, LiveFigures::totals, StatsSnapshot::plus),
        sums(all, LiveFigures::listeners, StatsSnapshot::plus),
        sums(all, LiveFigures::roots, StatsSnapshot::plus),
        sums(all, LiveFigures::buffers, Buffers::plus),
        Point.together(all.stream().map(LiveFigures::points).toList(), GRID, AGE),
        marks(servers));
  }

  /** The marks of servers, each with the name of its server. */
  private static List<Mark> marks(Map<String, LiveFigures> servers) {
    return servers.entrySet().stream()
        .flatMap(server -> server.getValue().marks.stream().map(mark -> mark.of(server.getKey())))
        .sorted(Comparator.comparing(Mark::time))
        .toList();
  }

  private static <T> T sum(
      Collection<LiveFigures> all, Function<LiveFigures, T> part, BinaryOperator<T> plus) {
    return all.stream().map(part).reduce(plus).orElseThrow();
  }

  private static <T> Map<String, T> sums(
      Collection<LiveFigures> all,
      Function<LiveFigures, Map<String, T>> part,
      BinaryOperator<T> plus) {
    Map<String, T> sums = new TreeMap<>();
    all.forEach(one -> part.apply(one).forEach((name, value) -> sums.merge(name, value, plus)));
    return sums;
  }
}
