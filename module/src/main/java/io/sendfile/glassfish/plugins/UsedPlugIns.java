package io.sendfile.glassfish.plugins;

import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Panel.Table;
import io.sendfile.spi.PlugIn;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jvnet.hk2.annotations.Service;

/**
 * Problems, notes and panels of the plug-ins in use, which are asked all at once: one that hangs
 * holds up nobody. Thread-safe; no exception escapes from it.
 */
@Service
@Singleton
public class UsedPlugIns {
  /** Rows of a table that are shown. */
  static final int MOST_ROWS = 1000;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.plug-ins");
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Supplier<Map<String, PlugIn>> used;
  private final Survey<Panel> panel = new Survey<>("panel", one -> shown(one.panel()), Panel.NONE);
  private final Survey<List<Problem>> problems =
      new Survey<>("list of problems", one -> List.copyOf(one.problems()), List.of());
  private final Survey<String> note =
      new Survey<>("note", one -> Objects.requireNonNull(one.note()), "");
  private final Duration patience;

  /**
   * The answer of a plug-in.
   *
   * @param fault the reason of an empty answer; empty without a fault
   */
  public record Told<A>(A answer, String fault) {}

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

  /** Problems that they have, by name; none for one without. One that does not tell has that. */
  public Map<String, List<Problem>> problems() {
    Map<String, List<Problem>> all = new TreeMap<>();
    problems
        .ask(used.get(), patience)
        .forEach(
            (name, told) -> {
              if (!told.fault().isEmpty()) {
                all.put(name, List.of(silent(name, told.fault())));
              } else if (!told.answer().isEmpty()) {
                all.put(name, told.answer());
              }
            });
    return all;
  }

  private static Problem silent(String name, String fault) {
    return new Problem(ProblemCode.PLUG_IN_FAILS, Severity.WARNING, name, fault, "");
  }

  /** Their phrases about their states, by name; empty for nothing. */
  Map<String, String> notes() {
    Map<String, String> all = new TreeMap<>();
    note.ask(used.get(), patience).forEach((name, told) -> all.put(name, told.answer()));
    return all;
  }

  /** Their panels, by name. */
  public Map<String, Told<Panel>> panels() {
    return panel.ask(used.get(), patience);
  }

  /** A question that plug-ins answer on threads of their own. */
  private static final class Survey<A> {
    private final String what;
    private final Function<PlugIn, A> question;
    private final A none;

    /** Questions under way: a plug-in that hangs has one thread for each. */
    private final Map<PlugIn, FutureTask<A>> asked = new ConcurrentHashMap<>();

    Survey(String what, Function<PlugIn, A> question, A none) {
      this.what = what;
      this.question = question;
      this.none = none;
    }

    /**
     * Asks all of them at once.
     *
     * @param patience longest time for all of them together
     */
    Map<String, Told<A>> ask(Map<String, PlugIn> plugIns, Duration patience) {
      asked.keySet().retainAll(plugIns.values());
      plugIns
          .values()
          .forEach(
              plugIn ->
                  asked.compute(
                      plugIn, (one, last) -> last == null || last.isDone() ? begun(one) : last));
      long end = System.nanoTime() + patience.toNanos();
      Map<String, Told<A>> answers = new TreeMap<>();
      plugIns.forEach((name, plugIn) -> answers.put(name, told(plugIn, end, patience)));
      return answers;
    }

    private FutureTask<A> begun(PlugIn plugIn) {
      FutureTask<A> begun = new FutureTask<>(() -> question.apply(plugIn));
      CleanThreads.make("sendfile-plug-in-question", begun).start();
      return begun;
    }

    private Told<A> told(PlugIn plugIn, long end, Duration patience) {
      FutureTask<A> begun = asked.get(plugIn);
      // Another caller may have taken the answer.
      FutureTask<A> mine = begun == null ? begun(plugIn) : begun;
      try {
        A value = mine.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        asked.remove(plugIn, mine);
        return new Told<>(value, "");
      } catch (TimeoutException e) {
        return fault("its " + what + " took longer than " + patience.toMillis() + " ms");
      } catch (ExecutionException e) {
        asked.remove(plugIn, mine);
        LOG.log(Level.FINE, e.getCause(), () -> "no " + what + " of " + plugIn.getClass());
        return fault("its " + what + " failed: " + e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return fault("it was not asked, as the server stops");
      }
    }

    private Told<A> fault(String why) {
      return new Told<>(none, why);
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
