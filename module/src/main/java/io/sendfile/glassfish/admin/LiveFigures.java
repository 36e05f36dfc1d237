package io.sendfile.glassfish.admin;

import static org.glassfish.config.support.CommandTarget.CLUSTER;
import static org.glassfish.config.support.CommandTarget.CLUSTERED_INSTANCE;
import static org.glassfish.config.support.CommandTarget.DAS;
import static org.glassfish.config.support.CommandTarget.STANDALONE_INSTANCE;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.engine.DrainState;
import io.sendfile.core.files.Root;
import io.sendfile.core.stats.Distribution;
import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.glassfish.listeners.ListenerMemories;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.glassfish.server.HistoryService;
import io.sendfile.glassfish.server.ListenerMonitoring;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.grizzly.jmx.UsedLimits;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.operations.history.History;
import io.sendfile.operations.history.Interval;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
import io.sendfile.spi.BufferPolicy.Figures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * Present figures of a server, or of several together, and their form as rows of text. A reader of
 * rows ignores unknown rows and columns, and takes missing numbers as zero, so that neighbouring
 * versions understand each other. Immutable.
 *
 * @param drain description of the present drain or stop; empty while new downloads are admitted
 * @param limits usage of the limits
 * @param totals of the server
 * @param listeners totals by listener
 * @param roots totals by root
 * @param buffers by listener
 * @param points new samples, oldest first
 * @param firstByteNanos times to the first byte of all samples in memory, nanoseconds
 * @param marks new ones, oldest first
 */
public record LiveFigures(
    String drain,
    LimitUsage limits,
    StatsSnapshot totals,
    Map<String, StatsSnapshot> listeners,
    Map<String, StatsSnapshot> roots,
    Map<String, Buffers> buffers,
    List<Point> points,
    Distribution firstByteNanos,
    List<Mark> marks) {
  private static final String NAME = "name";
  private static final String SERVER = "server";
  private static final String LIMITS = "limits";
  private static final String LISTENER = "listener";
  private static final String ROOT = "root";
  private static final String BUFFERS = "buffers";
  private static final String DRAIN = "drain";
  private static final String FIRST_BYTES = "first-bytes";
  private static final String POLICY = "policy";

  private static final long GRID = HistoryService.INTERVAL.toMillis();

  /** Tolerance for servers that are sampled at different moments, or miss one sample. */
  static final long AGE = 2 * GRID;

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
  public record Buffers(String policy, Figures figures) {
    private Buffers plus(Buffers other) {
      Figures more = other.figures;
      return new Buffers(
          policy.contains(other.policy) ? policy : policy + ", " + other.policy,
          new Figures(
              figures.taken() + more.taken(),
              figures.inUse() + more.inUse(),
              figures.inUseBytes() + more.inUseBytes(),
              figures.highWaterBytes() + more.highWaterBytes(),
              figures.reservedBytes() + more.reservedBytes(),
              figures.exhausted() + more.exhausted(),
              figures.misuses() + more.misuses()));
    }

    private Map<String, String> row() {
      return Map.of(
          POLICY,
          policy,
          "taken",
          Long.toString(figures.taken()),
          "in-use",
          Long.toString(figures.inUse()),
          "in-use-bytes",
          Long.toString(figures.inUseBytes()),
          "high-water-bytes",
          Long.toString(figures.highWaterBytes()),
          "reserved-bytes",
          Long.toString(figures.reservedBytes()),
          "exhausted",
          Long.toString(figures.exhausted()),
          "misuses",
          Long.toString(figures.misuses()));
    }

    private static Buffers parse(Map<String, String> row) {
      return new Buffers(
          row.getOrDefault(POLICY, ""),
          new Figures(
              HistoryRows.number(row, "taken"),
              HistoryRows.number(row, "in-use"),
              HistoryRows.number(row, "in-use-bytes"),
              HistoryRows.number(row, "high-water-bytes"),
              HistoryRows.number(row, "reserved-bytes"),
              HistoryRows.number(row, "exhausted"),
              HistoryRows.number(row, "misuses")));
    }
  }

  /**
   * The sums over servers. Distributions are added, so percentiles cover all downloads; a drain and
   * a mark begin with the name of their server.
   *
   * @param servers by name, at least one
   */
  public static LiveFigures together(Map<String, LiveFigures> servers) {
    Collection<LiveFigures> all = servers.values();
    return new LiveFigures(
        servers.entrySet().stream()
            .filter(server -> !server.getValue().drain.isEmpty())
            .map(server -> server.getKey() + ": " + server.getValue().drain)
            .collect(Collectors.joining("; ")),
        sum(all, LiveFigures::limits, LimitUsage::plus),
        sum(all, LiveFigures::totals, StatsSnapshot::plus),
        sums(all, LiveFigures::listeners, StatsSnapshot::plus),
        sums(all, LiveFigures::roots, StatsSnapshot::plus),
        sums(all, LiveFigures::buffers, Buffers::plus),
        Point.together(all.stream().map(LiveFigures::points).toList(), GRID, AGE),
        sum(all, LiveFigures::firstByteNanos, Distribution::plus),
        marks(servers));
  }

  /**
   * The figures of each server, out of the rows of {@code _get-sendfile-live}.
   *
   * @throws RuntimeException for a malformed number or time
   */
  public static Map<String, LiveFigures> each(List<Map<String, String>> rows) {
    Map<String, List<Map<String, String>>> byServer =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.getOrDefault(RuntimeCommand.INSTANCE, ""),
                    TreeMap::new,
                    Collectors.toList()));
    Map<String, LiveFigures> each = new TreeMap<>();
    byServer.forEach((server, its) -> each.put(server, parse(its)));
    return each;
  }

  /**
   * Parses the rows of one server.
   *
   * @throws RuntimeException for a malformed number or time
   */
  private static LiveFigures parse(List<Map<String, String>> rows) {
    Map<String, String> server = HistoryRows.of(SERVER, rows).findFirst().orElse(Map.of());
    Map<String, String> limits = HistoryRows.of(LIMITS, rows).findFirst().orElse(Map.of());
    return new LiveFigures(
        server.getOrDefault(DRAIN, ""),
        UsedLimits.parse(limits),
        StatsSnapshot.parse(server),
        each(LISTENER, rows, StatsSnapshot::parse),
        each(ROOT, rows, StatsSnapshot::parse),
        each(BUFFERS, rows, Buffers::parse),
        HistoryRows.points(rows),
        Distribution.parse(server.getOrDefault(FIRST_BYTES, "0")),
        HistoryRows.marks(rows));
  }

  private static <T> Map<String, T> each(
      String type, List<Map<String, String>> rows, Function<Map<String, String>, T> form) {
    Map<String, T> each = new TreeMap<>();
    HistoryRows.of(type, rows)
        .forEach(row -> each.put(row.getOrDefault(NAME, ""), form.apply(row)));
    return each;
  }

  /** The marks of servers, each with the name of its server. */
  private static List<Mark> marks(Map<String, LiveFigures> servers) {
    return servers.entrySet().stream()
        .flatMap(server -> server.getValue().marks.stream().map(mark -> mark.of(server.getKey())))
        .sorted(Comparator.comparing(Mark::at))
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

  /** These figures as rows of text. */
  List<Map<String, String>> rows() {
    Map<String, String> server = row(SERVER, "", totals.text());
    server.put(DRAIN, drain);
    server.put(FIRST_BYTES, firstByteNanos.text());
    List<Map<String, String>> rows = new ArrayList<>();
    rows.add(server);
    rows.add(row(LIMITS, "", new UsedLimits(limits).row()));
    listeners.forEach((name, each) -> rows.add(row(LISTENER, name, each.text())));
    roots.forEach((name, each) -> rows.add(row(ROOT, name, each.text())));
    buffers.forEach((name, each) -> rows.add(row(BUFFERS, name, each.row())));
    points.stream().map(HistoryRows::row).forEach(rows::add);
    marks.stream().map(HistoryRows::row).forEach(rows::add);
    return rows;
  }

  private static Map<String, String> row(String type, String name, Map<String, String> values) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(HistoryRows.TYPE, type);
    row.put(NAME, name);
    row.putAll(values);
    return row;
  }

  /** {@code _get-sendfile-live}: the figures that the console shows live. Hidden. */
  @Service(name = "_get-sendfile-live")
  @PerLookup
  @CommandLock(CommandLock.LockType.NONE)
  @ExecuteOn(executor = QueryExecutor.class)
  @TargetType({DAS, STANDALONE_INSTANCE, CLUSTERED_INSTANCE, CLUSTER})
  public static class GetSendfileLive extends RuntimeCommand {
    private static final Figures NO_FIGURES = new Figures(0, 0, 0, 0, 0, 0, 0);

    /** Samples after it are wanted, milliseconds since the epoch. */
    @Param(name = "since", optional = true, defaultValue = "0")
    private String since = "0";

    @Override
    protected String rowsName() {
      return "live";
    }

    @Override
    protected List<Map<String, String>> rows(Config config) throws RefusedException {
      return figures(moment() - LiveFigures.AGE).rows();
    }

    /** Bypasses JMX, where reading one number computes all of them. */
    private LiveFigures figures(long since) {
      SendfileCore core = service(SendfileCore.class);
      History past = service(HistoryService.class).history();
      Instant now = Instant.now();
      List<String> names = service(ListenerMonitoring.class).listeners();
      return new LiveFigures(
          drain(core.engine().drain().state()),
          core.transfers().usage(),
          core.stats().snapshot(),
          each(names, core.stats()::ofListener),
          each(
              core.settings().current().roots().stream().map(Root::name).toList(),
              core.stats()::ofRoot),
          each(names, this::buffers),
          Point.samples(past, since),
          past.recent(0).stream()
              .map(Interval::firstByteNanos)
              .reduce(Distribution.NONE, Distribution::plus),
          past.marks(
              Instant.ofEpochMilli(
                  Math.max(marksAfter(since), now.minus(History.RECENT).toEpochMilli())),
              now));
    }

    private static String drain(DrainState state) {
      return switch (state.phase()) {
        case STARTING, READY -> "";
        case DRAINING, STOPPING -> DrainMonitor.summary(state);
      };
    }

    private @Nullable Buffers buffers(String listener) {
      ListenerMemory memory = service(ListenerMemories.class).find(listener);
      return memory == null
          ? null
          : new Buffers(
              memory.choice().policy(), Objects.requireNonNullElse(memory.figures(), NO_FIGURES));
    }

    /** Drops listeners that are gone. */
    private static <T> Map<String, T> each(
        Collection<String> names, Function<String, @Nullable T> known) {
      Map<String, T> each = new TreeMap<>();
      for (String name : names) {
        T value = known.apply(name);
        if (value != null) {
          each.put(name, value);
        }
      }
      return each;
    }

    private long moment() throws RefusedException {
      try {
        return Long.parseLong(since);
      } catch (NumberFormatException e) {
        throw new RefusedException("--since must be a number of milliseconds.");
      }
    }

    @Override
    protected String text(List<Map<String, String>> rows, boolean several) {
      return "";
    }
  }
}
