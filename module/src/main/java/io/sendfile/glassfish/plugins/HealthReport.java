package io.sendfile.glassfish.plugins;

import io.sendfile.core.threads.Thrown;
import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Host;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * The state of the module's parts, as lines for {@code get-sendfile-configuration}: a part that
 * degrades instead of throwing reports it here. Thread-safe.
 */
@Service
@Singleton
public class HealthReport {
  private record Part(Supplier<String> state, ProblemCode code, @Nullable Severity severity) {}

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish");

  private final Map<String, Part> parts = new ConcurrentHashMap<>();
  private final Map<String, Store> stores = new ConcurrentSkipListMap<>();

  /**
   * A store of records.
   *
   * @param trying whether it is about to try again: a disk that does not answer has one thread
   */
  private record Store(Losses losses, Runnable again, AtomicBoolean trying) {
    void retry() {
      if (losses.isFailing() && trying.compareAndSet(false, true)) {
        try {
          CleanThreads.make("sendfile-store-" + losses.store(), this::tryAgain).start();
        } catch (RuntimeException | Error e) {
          trying.set(false);
          Thrown.log(LOG, e, "a store could not try again", losses.store());
        }
      }
    }

    private void tryAgain() {
      try {
        again.run();
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "a store could not try again", losses.store());
      } finally {
        trying.set(false);
      }
    }
  }

  /** Reports a part's state, e.g. {@code "listener http-listener-1", "attached"}. */
  public void report(String part, String state) {
    report(part, () -> state);
  }

  /** Registers a supplier of a part's state, which must not throw. */
  public void report(String part, Supplier<String> state) {
    parts.put(part, new Part(state, ProblemCode.PART, null));
  }

  /** Reports a part that is off, or does less than it could, with its remedy. */
  public void degraded(String part, Severity severity, String state) {
    parts.put(part, new Part(() -> state, ProblemCode.PART, severity));
  }

  /** Reports a plug-in that is left out, with the reason. */
  void leftOut(String plugIn, String state) {
    parts.put(plugIn, new Part(() -> state, ProblemCode.PLUG_IN, Severity.WARNING));
  }

  /** Removes a part. */
  public void remove(String part) {
    parts.remove(part);
  }

  /**
   * Reports what a store loses, from now on.
   *
   * @param again as of {@link Host#watch}
   */
  public void watch(Losses losses, Runnable again) {
    stores.put(losses.store(), new Store(losses, again, new AtomicBoolean()));
  }

  /** Removes a store. */
  public void forget(Losses losses) {
    stores.remove(losses.store());
  }

  /** Lets the stores that fail try again, each on its own thread. */
  public void retry() {
    stores.values().forEach(Store::retry);
  }

  /** Number of lost records since the start of the server, by store in alphabetical order. */
  public Map<String, Long> lost() {
    Map<String, Long> now = new TreeMap<>();
    stores.forEach((name, store) -> now.put(name, store.losses.lost()));
    return now;
  }

  /**
   * The reason why the store of that name cannot keep anything now; empty if it can, or there is
   * none.
   */
  String failure(String name) {
    Store store = stores.get(name);
    return store == null ? "" : store.losses.failure();
  }

  /** The states by part, in alphabetical order. */
  public Map<String, String> states() {
    Map<String, String> now = new TreeMap<>();
    parts.forEach((name, part) -> now.put(name, part.state.get()));
    return now;
  }

  /** A problem for each part that is degraded, and each store that fails or has lost something. */
  public List<Problem> problems() {
    Map<String, Problem> now = new TreeMap<>();
    parts.forEach(
        (name, part) -> {
          Severity severity = part.severity;
          if (severity != null) {
            now.put(name, new Problem(part.code, severity, name, part.state.get(), ""));
          }
        });
    List<Problem> all = new ArrayList<>(now.values());
    for (Store store : stores.values()) {
      Problem problem = store.losses.problem();
      if (problem != null) {
        all.add(problem);
      }
    }
    return List.copyOf(all);
  }
}
