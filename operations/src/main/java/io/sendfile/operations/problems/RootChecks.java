package io.sendfile.operations.problems;

import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.Root;
import io.sendfile.spi.CleanThreads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Checks the folders of roots, each of which may be on a share that does not answer: a late check
 * blocks one thread, and no caller for longer than a second. Thread-safe.
 */
public final class RootChecks {
  /** The checks of this server; its threads end when they are idle. */
  public static final RootChecks COMMON = new RootChecks(threads());

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish");
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final long IDLE_SECONDS = 2;

  private final Executor threads;
  private final Function<Place, RootState> look;

  /** Checks that may still be running, so that a share that does not answer holds one thread. */
  private final Map<Place, CompletableFuture<RootState>> looks = new ConcurrentHashMap<>();

  private RootChecks(Executor threads) {
    this(threads, place -> RootState.of(place.folder, place.marker));
  }

  /**
   * @param threads one of them for each running check
   */
  RootChecks(Executor threads, Function<Place, RootState> look) {
    this.threads = threads;
    this.look = look;
  }

  /**
   * The folder of a root, and the file that marks it.
   *
   * @param marker file that must exist; null for none
   */
  record Place(Path folder, @Nullable Path marker) {}

  private static Executor threads() {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> CleanThreads.make("sendfile-root-look", task));
  }

  /**
   * The present state of each root, by its name, within a second.
   *
   * @param served whether a plug-in serves the store of a root that has one
   */
  public Map<String, RootState> at(Collection<Root> roots, Predicate<Root> served) {
    Map<String, RootState> states = at(roots, PATIENCE);
    for (Root root : roots) {
      if (root.store() != null && !served.test(root)) {
        states.put(root.name(), RootState.UNSERVED);
      }
    }
    // A folder may answer whose files do not.
    FileOpener.silentRoots()
        .forEach(root -> states.computeIfPresent(root, (name, state) -> RootState.NOT_ANSWERING));
    return states;
  }

  /** The present state of a folder, within a second. */
  public RootState at(Path folder) {
    return await(begun(new Place(folder, null)), PATIENCE.toNanos());
  }

  /**
   * The present state of each root, by its name.
   *
   * @param patience longest wait for all of them together
   */
  Map<String, RootState> at(Collection<Root> roots, Duration patience) {
    Map<String, Future<RootState>> asked = new LinkedHashMap<>();
    roots.forEach(root -> asked.put(root.name(), begun(root)));
    long deadline = System.nanoTime() + patience.toNanos();
    Map<String, RootState> states = new LinkedHashMap<>();
    asked.forEach((name, state) -> states.put(name, await(state, deadline - System.nanoTime())));
    return states;
  }

  private Future<RootState> begun(Root root) {
    return root.store() == null
        ? begun(new Place(root.path(), root.marker()))
        : CompletableFuture.completedFuture(RootState.STORED);
  }

  /** The running check of a place, or a new one. */
  private CompletableFuture<RootState> begun(Place place) {
    looks.values().removeIf(Future::isDone);
    return looks.computeIfAbsent(
        place, asked -> CompletableFuture.supplyAsync(() -> look.apply(asked), threads));
  }

  private static RootState await(Future<RootState> asked, long nanos) {
    try {
      return asked.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return RootState.NOT_ANSWERING;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return RootState.NOT_ANSWERING;
    } catch (ExecutionException e) {
      LOG.log(Level.FINE, "a root could not be checked", e);
      return RootState.UNREADABLE;
    }
  }
}
