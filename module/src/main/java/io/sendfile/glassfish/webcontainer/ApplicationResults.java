package io.sendfile.glassfish.webcontainer;

import io.sendfile.core.threads.IsolatedThread;
import io.sendfile.grizzly.jmx.FigureBean;
import io.sendfile.spi.Losses;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers results of hand-offs to one web application, on a thread of its own: a slow or failing
 * application affects nobody else, and its thread-locals go with the thread. All references to the
 * application are here, and nowhere else while a download runs; {@link #close} clears them.
 * Thread-safe; blocks only in {@link #close}, for a bounded time.
 */
public final class ApplicationResults implements AutoCloseable {
  /** Counts of all web applications of a server together. Thread-safe. */
  public static final class ResultCounts {
    /** Hand-offs whose application waits for a result. */
    final LongAdder waiting = new LongAdder();

    /** Delivered results. */
    final LongAdder told = new LongAdder();

    /** Results dropped for lack of room, or of the application. */
    final LongAdder dropped = new LongAdder();

    /** Results on which an application threw. */
    final LongAdder failed = new LongAdder();

    /** Results that an application was too slow for. */
    final Losses losses;

    /** Counts from 0 on. */
    public ResultCounts(Losses losses) {
      this.losses = losses;
    }

    /** The counts, for administrators. */
    public FigureBean bean() {
      return new FigureBean()
          .number("Waiting", "Hand-offs whose application waits for a result", waiting::sum)
          .number("Told", "Delivered results", told::sum)
          .number(
              "Dropped", "Results dropped for lack of room, or of the application", dropped::sum)
          .number("Failed", "Results on which an application threw", failed::sum);
    }
  }

  private static final long CLOSE_MILLIS = 1_000;

  private final ResultCounts counts;
  private final Consumer<Throwable> failures;
  private final IsolatedThread thread;

  /** Callbacks by keys, which are all that other objects reference. */
  private final Map<Told, Consumer<Map<String, Object>>> callbacks = new ConcurrentHashMap<>();

  private volatile @Nullable Consumer<Runnable> context;
  private volatile boolean closed;

  /**
   * A running application.
   *
   * @param name its name, which the thread's name contains
   * @param context runs a call as a part of the application, on the same thread
   * @param most bound of the queue
   * @param failures receives exceptions of the application
   */
  public ApplicationResults(
      String name,
      Consumer<Runnable> context,
      int most,
      ResultCounts counts,
      Consumer<Throwable> failures) {
    this.context = context;
    this.counts = counts;
    this.failures = failures;
    this.thread = new IsolatedThread("sendfile-application-" + name, most);
  }

  /**
   * Keeps a callback for one result.
   *
   * @return takes that result, at once and on any thread; holds no reference to the application
   */
  public Consumer<Map<String, Object>> keep(Consumer<Map<String, Object>> callback) {
    Told told = new Told();
    counts.waiting.increment();
    callbacks.put(told, callback);
    if (closed) {
      drop(told);
    }
    return told;
  }

  private final class Told implements Consumer<Map<String, Object>> {
    @Override
    public void accept(Map<String, Object> result) {
      if (!thread.offer(() -> tell(this, result))) {
        drop(this);
        if (!thread.isClosed()) {
          counts.losses.lost(1, "no room, as " + thread.queued() + " wait for one application");
        }
      }
    }
  }

  private void tell(Told told, Map<String, Object> result) {
    Consumer<Runnable> inside = context;
    Consumer<Map<String, Object>> callback = inside == null ? null : callbacks.remove(told);
    if (inside == null || callback == null) {
      drop(told);
      return;
    }
    counts.waiting.decrement();
    try {
      inside.accept(() -> callback.accept(result));
      counts.told.increment();
    } catch (RuntimeException | Error e) {
      counts.failed.increment();
      failures.accept(e);
    }
  }

  private void drop(Told told) {
    if (callbacks.remove(told) != null) {
      counts.waiting.decrement();
      counts.dropped.increment();
    }
  }

  /**
   * Stops with the application. Results that are ready are delivered for a second; a running call
   * is interrupted then, and the rest is dropped.
   */
  @Override
  public void close() {
    thread.close();
    try {
      thread.awaitEnd(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closed = true;
    context = null;
    thread.closeNow();
    callbacks.keySet().forEach(this::drop);
  }
}
