package io.sendfile.glassfish.problems;

import io.sendfile.glassfish.files.Root;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Checks the folders of roots, each of which may be on a share that does not answer: a late check
 * blocks one thread, but no caller. Thread-safe.
 */
public final class RootChecks {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish");

  private final Executor threads;
  private final Function<Root, RootState> look;

  /** Checks that may still be running, by root. */
  private final Map<Root, CompletableFuture<RootState>> looks = new ConcurrentHashMap<>();

  /** Uses one of these threads for each running check. */
  public RootChecks(Executor threads) {
    this(threads, root -> RootState.of(root.path()));
  }

  RootChecks(Executor threads, Function<Root, RootState> look) {
    this.threads = threads;
    this.look = look;
  }

  /**
   * The present state of each root, by its name.
   *
   * @param patience longest wait for all of them together
   */
  public Map<String, RootState> at(List<Root> roots, Duration patience) {
    looks.keySet().retainAll(roots);
    roots.forEach(root -> looks.compute(root, this::begun));
    long deadline = System.nanoTime() + patience.toNanos();
    Map<String, RootState> states = new LinkedHashMap<>();
    for (Root root : roots) {
      Future<RootState> asked = looks.get(root);
      // Another caller may have dropped a root that has just been deleted.
      states.put(
          root.name(),
          asked == null ? RootState.MISSING : await(asked, deadline - System.nanoTime()));
    }
    return states;
  }

  /** The running check of a root, or a new one. */
  private CompletableFuture<RootState> begun(
      Root root, @Nullable CompletableFuture<RootState> last) {
    return last == null || last.isDone()
        ? CompletableFuture.supplyAsync(() -> look.apply(root), threads)
        : last;
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
      LOG.log(Level.FINE, "a root could not be looked at", e);
      return RootState.UNREADABLE;
    }
  }
}
