package io.sendfile.operations.events;

import io.sendfile.core.threads.IsolatedThread;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.Losses;
import io.sendfile.spi.PlugIn;
import io.sendfile.spi.Problem;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events to one plug-in on its own thread, so that a slow or failing plug-in affects
 * nobody else. The thread exists only while there are events. Thread-safe; only {@link #configure}
 * and {@link #close} block, for a bounded time.
 */
public final class IsolatedListener implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.plug-ins");
  private static final long CONFIGURE_SECONDS = 2;
  private static final long CLOSE_SECONDS = 5;

  private final String name;
  private final TransferListener plugIn;
  private final Consumer<Throwable> failures;
  private final IsolatedThread thread;
  private final LongAdder told = new LongAdder();
  private final Losses losses;
  private final LongAdder failed = new LongAdder();
  private @Nullable Map<String, String> properties;

  /** Whether the plug-in wants results; true until it has said so. */
  private volatile boolean wanting;

  /** Whether it wants the results of small files that were delivered. */
  private volatile boolean wantingUsual = true;

  /** Whether its properties have been set, after which it accepts results. */
  private volatile boolean configured;

  private volatile String problem = "";

  /**
   * Counts of its events.
   *
   * @param told results delivered
   * @param queued results that wait for delivery
   * @param dropped results beyond the queue's bound
   * @param failed results on which it threw
   */
  public record Figures(long told, long queued, long dropped, long failed) {}

  /**
   * A plug-in before its configuration.
   *
   * @param most bound of the queue of results
   * @param failures receives each exception of the plug-in
   * @param losses counts events beyond the bound
   */
  public IsolatedListener(
      String name, TransferListener plugIn, int most, Consumer<Throwable> failures, Losses losses) {
    this.name = name;
    this.plugIn = plugIn;
    this.failures = failures;
    this.losses = losses;
    this.thread = new IsolatedThread("sendfile-plug-in-" + name, most);
  }

  /** The name of the plug-in. */
  public String name() {
    return name;
  }

  /** The plug-in itself. */
  public TransferListener plugIn() {
    return plugIn;
  }

  /** Whether it wants results; true until it has said so. */
  public boolean wanting() {
    return wanting;
  }

  /** Whether it wants that result. */
  boolean wants(TransferResult result) {
    return wanting && (wantingUsual || !result.usual());
  }

  /** Whether it wants the results of small files that were delivered. */
  boolean wantsUsual() {
    return wanting && wantingUsual;
  }

  /** The reason why it receives no results; empty if it does. */
  public String problem() {
    return problem;
  }

  /** Events that it did not get. */
  public Losses losses() {
    return losses;
  }

  /** Counts so far. */
  public Figures figures() {
    return new Figures(told.sum(), thread.queued(), losses.lost(), failed.sum());
  }

  /**
   * Passes its properties to it; returns when it has accepted or refused them, or after a timeout.
   */
  public synchronized void configure(Map<String, String> next) {
    if (next.equals(properties)) {
      return;
    }
    properties = next;
    wanting = true;
    await(thread.submit(() -> configureNow(next)), CONFIGURE_SECONDS);
  }

  private void configureNow(Map<String, String> next) {
    String was = problem;
    configured = false;
    try {
      PlugIn.requireKnown(plugIn.properties(), next.keySet());
      configured = plugIn.configure(next);
      wantingUsual = plugIn.wantsUsual();
      problem = "";
    } catch (IllegalArgumentException e) {
      problem = String.valueOf(e.getMessage());
    } catch (RuntimeException | Error e) {
      problem = e.toString();
      failures.accept(e);
    }
    wanting = configured;
    if (!problem.isEmpty() && !problem.equals(was)) {
      LOG.warning(() -> "sendfile-plugin " + name + " is off: " + problem);
    }
  }

  void transferFinished(TransferResult result) {
    tellResult(() -> plugIn.transferFinished(result));
  }

  void downloadComplete(DownloadResult result) {
    tellResult(() -> plugIn.downloadComplete(result));
  }

  private void tellResult(Runnable event) {
    tell(
        () -> {
          event.run();
          told.increment();
        });
  }

  /** Delivers a new problem of the server. */
  public void problemBegan(Problem problem) {
    tell(() -> plugIn.problemBegan(problem));
  }

  /** Delivers the end of a problem of the server. */
  public void problemEnded(Problem problem) {
    tell(() -> plugIn.problemEnded(problem));
  }

  private void tell(Runnable event) {
    if (!thread.offer(() -> tellNow(event))) {
      losses.lost(1, "no room, as " + thread.queued() + " wait for it");
    }
  }

  private void tellNow(Runnable event) {
    if (!configured) {
      if (!problem.isEmpty()) {
        losses.lost(1, "its properties are refused");
      }
      return;
    }
    try {
      event.run();
    } catch (RuntimeException | Error e) {
      failures.accept(e);
      failed.increment();
    }
  }

  /** Delivers the queue for some seconds, then closes the plug-in. */
  @Override
  public synchronized void close() {
    wanting = false;
    if (thread.isClosed()) {
      return;
    }
    Future<?> last = thread.submit(this::closeNow);
    thread.close();
    await(last, CLOSE_SECONDS);
    int left = thread.closeNow();
    if (left > 0) {
      losses.lost(left, "it was busy when it was closed");
    }
  }

  private void closeNow() {
    try {
      plugIn.close();
    } catch (RuntimeException | Error e) {
      failures.accept(e);
    }
  }

  private void await(Future<?> done, long seconds) {
    try {
      done.get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      LOG.log(
          Level.WARNING,
          "sendfile: plug-in {0} is still busy; the server does not wait for it",
          name);
    } catch (ExecutionException e) {
      LOG.log(Level.FINE, name, e);
    }
  }
}
