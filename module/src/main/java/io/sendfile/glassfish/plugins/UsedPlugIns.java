package io.sendfile.glassfish.plugins;

import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Panel.Table;
import io.sendfile.spi.PlugIn;
import io.sendfile.spi.Problem;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** Problems and panels of the plug-ins in use. Thread-safe; no exception escapes from it. */
@Service
@Singleton
public class UsedPlugIns {
  /** Rows of a table that are shown. */
  static final int MOST_ROWS = 1000;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.plug-ins");
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Supplier<Map<String, PlugIn>> used;
  private final Duration patience;

  /** Questions under way: a plug-in that hangs has one thread. */
  private final Map<PlugIn, FutureTask<Panel>> asked = new ConcurrentHashMap<>();

  /**
   * The panel of a plug-in.
   *
   * @param fault why there is none; empty where there is no fault
   */
  public record Told(Panel panel, String fault) {
    private static Told fault(String why) {
      return new Told(Panel.NONE, why);
    }
  }

  @Inject
  public UsedPlugIns(FilePlugIns files, ListenerPlugIns listeners) {
    this(
        () -> {
          Map<String, PlugIn> all = new TreeMap<>(files.used());
          all.putAll(listeners.used());
          return all;
        },
        PATIENCE);
  }

  /**
   * @param used those in use, by name
   * @param patience longest time for all of them together
   */
  UsedPlugIns(Supplier<Map<String, PlugIn>> used, Duration patience) {
    this.used = used;
    this.patience = patience;
  }

  /** Problems that they have, by name; none for one without. */
  public Map<String, List<Problem>> problems() {
    Map<String, List<Problem>> all = new TreeMap<>();
    used.get()
        .forEach(
            (name, plugIn) -> {
              try {
                List<Problem> some = List.copyOf(plugIn.problems());
                if (!some.isEmpty()) {
                  all.put(name, some);
                }
              } catch (RuntimeException | Error e) {
                LOG.log(Level.FINE, e, () -> "plug-in " + name + " does not tell its problems");
              }
            });
    return all;
  }

  /** The phrase of one of them about its state; empty for nothing. */
  String note(String name) {
    PlugIn plugIn = used.get().get(name);
    try {
      return plugIn == null ? "" : Objects.requireNonNull(plugIn.note());
    } catch (RuntimeException | Error e) {
      LOG.log(Level.FINE, e, () -> "plug-in " + name + " does not tell its state");
      return "";
    }
  }

  /** Their panels, by name, asked all at once. */
  public Map<String, Told> panels() {
    Map<String, PlugIn> now = used.get();
    asked.keySet().retainAll(now.values());
    now.values().forEach(plugIn -> asked.computeIfAbsent(plugIn, UsedPlugIns::begun));
    long end = System.nanoTime() + patience.toNanos();
    Map<String, Told> panels = new LinkedHashMap<>();
    now.forEach((name, plugIn) -> panels.put(name, told(plugIn, asked.get(plugIn), end)));
    return panels;
  }

  private static FutureTask<Panel> begun(PlugIn plugIn) {
    FutureTask<Panel> question = new FutureTask<>(() -> shown(plugIn.panel()));
    CleanThreads.make("sendfile-plug-in-panel", question).start();
    return question;
  }

  private Told told(PlugIn plugIn, @Nullable FutureTask<Panel> question, long end) {
    // Another caller may have taken the answer.
    FutureTask<Panel> mine = question == null ? begun(plugIn) : question;
    try {
      Panel panel = mine.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      asked.remove(plugIn, mine);
      return new Told(panel, "");
    } catch (TimeoutException e) {
      return Told.fault("its panel takes longer than " + patience.toMillis() + " ms");
    } catch (ExecutionException e) {
      asked.remove(plugIn, mine);
      LOG.log(Level.FINE, e.getCause(), () -> "plug-in " + plugIn.getClass() + " has no panel");
      return Told.fault("its panel failed: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Told.fault("it was not asked, as the server stops");
    }
  }

  private static Panel shown(Panel panel) {
    return new Panel(
        panel.facts(), panel.tables().stream().map(UsedPlugIns::shown).toList(), panel.actions());
  }

  private static Table shown(Table table) {
    int rows = table.rows().size();
    return rows <= MOST_ROWS
        ? table
        : new Table(
            "%s (the first %,d of %,d)".formatted(table.title(), MOST_ROWS, rows),
            table.columns(),
            table.rows().subList(0, MOST_ROWS),
            table.actions());
  }
}
