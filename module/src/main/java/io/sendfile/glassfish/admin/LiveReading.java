package io.sendfile.glassfish.admin;

import io.sendfile.core.engine.Drain.State;
import io.sendfile.core.stats.Distribution;
import io.sendfile.glassfish.admin.LiveFigures.Buffers;
import io.sendfile.glassfish.listeners.ListenerMemories;
import io.sendfile.glassfish.monitoring.DrainMonitor;
import io.sendfile.glassfish.server.HistoryService;
import io.sendfile.glassfish.server.ListenerMonitoring;
import io.sendfile.glassfish.server.SendfileCore;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.operations.history.History;
import io.sendfile.operations.history.Interval;
import io.sendfile.operations.history.Point;
import io.sendfile.spi.BufferPolicy.Figures;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * Reader of this server's present figures. Bypasses JMX, where reading one number computes all of
 * them.
 */
@Service
@Singleton
public class LiveReading {
  private static final Figures NO_FIGURES = new Figures(0, 0, 0, 0, 0, 0, 0);

  private final SendfileCore core;
  private final HistoryService history;
  private final ListenerMonitoring listeners;
  private final ListenerMemories memories;

  @Inject
  public LiveReading(
      SendfileCore core,
      HistoryService history,
      ListenerMonitoring listeners,
      ListenerMemories memories) {
    this.core = core;
    this.history = history;
    this.listeners = listeners;
    this.memories = memories;
  }

  /**
   * The figures now.
   *
   * @param since samples after it are wanted, milliseconds since the epoch
   */
  public LiveFigures figures(long since) {
    History past = history.history();
    Instant now = Instant.now();
    List<String> names = listeners.listeners();
    return new LiveFigures(
        drain(),
        core.transfers().usage(),
        core.stats().snapshot(),
        each(names, core.stats()::ofListener),
        each(roots(), core.stats()::ofRoot),
        each(names, this::buffers),
        Point.samples(past, since),
        past.recent(0).stream()
            .map(Interval::firstByteNanos)
            .reduce(Distribution.NONE, Distribution::plus),
        past.marks(now.minus(History.RECENT), now));
  }

  private String drain() {
    State state = core.engine().drain().state();
    return switch (state.phase()) {
      case STARTING, READY -> "";
      case DRAINING, STOPPING -> DrainMonitor.summary(state);
    };
  }

  private List<String> roots() {
    return core.settings().current().roots().stream().map(root -> root.name()).toList();
  }

  private @Nullable Buffers buffers(String listener) {
    ListenerMemory memory = memories.find(listener);
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
}
