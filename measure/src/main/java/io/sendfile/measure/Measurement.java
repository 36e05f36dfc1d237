package io.sendfile.measure;

import io.sendfile.core.files.Root;
import io.sendfile.core.threads.CleanThreads;
import io.sendfile.glassfish.admin.RefusedException;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.measure.Plan.Variant;
import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.SendAlgorithm;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** The measurements of a server, one at a time; created lazily. Thread-safe. */
@Service
@Singleton
public final class Measurement implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.measurement");

  /** Allowance for set-up and clean-up of all variants, on a busy machine. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final PlugInParts plugIns;
  private final Path temporary;
  private @Nullable Running running;
  private boolean closed;

  private record Running(Plan plan, Cancellation stop, Thread thread, long beganNanos) {}

  @Inject
  public Measurement(PlugIns plugIns) {
    this(new Found(plugIns), Path.of(System.getProperty("java.io.tmpdir")));
  }

  /**
   * @param plugIns looked up for each variant
   * @param temporary the folder below which the files to be sent live
   */
  public Measurement(PlugInParts plugIns, Path temporary) {
    this.plugIns = plugIns;
    this.temporary = temporary;
  }

  /**
   * Measures on its own thread, and waits for the results. A failed variant is reported in its
   * place; the others are measured all the same.
   *
   * @return one for each round, variant and situation, in the order of the plan
   * @throws RefusedException when another one is running, or it was cancelled
   * @throws InterruptedException if interrupted, which cancels the measurement
   */
  public List<Result> run(Plan plan) throws RefusedException, InterruptedException {
    Cancellation stop = new Cancellation();
    FutureTask<List<Result>> task = new FutureTask<>(releasing(() -> measure(plan, stop)));
    begin(plan, stop, task);
    try {
      return task.get(plan.expected().plus(GRACE).toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failed(e.getCause());
    } catch (TimeoutException e) {
      throw new RefusedException("The measurement did not end in its time.");
    } finally {
      stop.now();
    }
  }

  // Otherwise the thread would have its caller's priority.
  @SuppressWarnings("ThreadPriorityCheck")
  private synchronized void begin(Plan plan, Cancellation stop, Runnable task)
      throws RefusedException {
    if (closed) {
      throw new RefusedException("The server is being stopped; nothing is measured any more.");
    }
    if (running != null) {
      throw new RefusedException(
          "A measurement is running on this server, for about "
              + secondsLeft(running)
              + " seconds more; there is one at a time, so try again then.");
    }
    Thread thread = CleanThreads.make(() -> new Thread(task, "sendfile-measurement"));
    thread.setPriority(Thread.NORM_PRIORITY);
    running = new Running(plan, stop, thread, System.nanoTime());
    thread.start();
  }

  private static long secondsLeft(Running one) {
    long nanos = one.plan.expected().toNanos() - (System.nanoTime() - one.beganNanos);
    return Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos) + 1);
  }

  /**
   * The next measurement may begin when this one has released everything, even before its results
   * are returned.
   */
  private Callable<List<Result>> releasing(Callable<List<Result>> measuring) {
    return () -> {
      try {
        return measuring.call();
      } finally {
        synchronized (this) {
          running = null;
        }
      }
    };
  }

  private List<Result> measure(Plan plan, Cancellation stop)
      throws IOException, InterruptedException {
    List<Result> results = new ArrayList<>();
    try (SentFiles files = SentFiles.make(temporary)) {
      // Round by round, so that a change of the machine's other load affects all variants.
      for (int round = 0; round < plan.rounds(); round++) {
        for (Variant variant : plan.variants()) {
          for (Load load : plan.loads(variant)) {
            results.add(measure(plan, variant, load, files.root(), stop));
          }
        }
      }
    }
    return results;
  }

  /** One round, with a server of its own; it may fail. */
  private Result measure(Plan plan, Variant variant, Load load, Root root, Cancellation stop)
      throws InterruptedException {
    try (PrivateServer server =
        PrivateServer.start(plan.settings(variant, root), plugIns, load.isPaced())) {
      Figures figures = new Round(server, load, plan.each(), stop).measure();
      return new Result.Measured(variant, load, plan.inForce(variant), figures);
    } catch (CancellationException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.FINE, e, () -> "measuring " + variant + " failed");
      return new Result.Failed(
          variant, load, plan.inForce(variant), String.valueOf(e.getMessage()));
    }
  }

  private static RefusedException failed(@Nullable Throwable cause) {
    if (cause instanceof CancellationException) {
      return new RefusedException("The measurement was cancelled.");
    }
    if (cause instanceof Error error) {
      throw error;
    }
    LOG.log(Level.FINE, "a measurement failed", cause);
    return new RefusedException("The measurement failed: " + cause);
  }

  /** Cancels the running measurement, if there is one, within moments. */
  public synchronized void cancel() {
    if (running != null) {
      running.stop.now();
    }
  }

  /** Cancels the running measurement, waits for its end, and refuses later ones. */
  @Override
  @PreDestroy
  public void close() {
    Running last;
    synchronized (this) {
      closed = true;
      last = running;
      cancel();
    }
    if (last != null) {
      SendingThreads.awaitEnd(List.of(last.thread), GRACE);
    }
  }

  /** Cancellation of a measurement. Thread-safe. */
  static final class Cancellation {
    private final CountDownLatch asked = new CountDownLatch(1);

    /** Cancels it. */
    void now() {
      asked.countDown();
    }

    /**
     * Sleeps.
     *
     * @throws CancellationException once cancelled
     */
    void rest(Duration time) throws InterruptedException {
      if (asked.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new CancellationException("the measurement was cancelled");
      }
    }
  }

  /** Algorithms and buffer policies of plug-ins. Thread-safe. */
  public interface PlugInParts {
    /** The algorithms, by name. */
    Map<String, SendAlgorithm> algorithms();

    /** Creates a buffer policy, to be closed by the caller; null if there is none of that name. */
    @Nullable BufferPolicy bufferPolicy(String name);
  }

  private record Found(PlugIns plugIns) implements PlugInParts {
    @Override
    public Map<String, SendAlgorithm> algorithms() {
      return plugIns.algorithms();
    }

    @Override
    public @Nullable BufferPolicy bufferPolicy(String name) {
      return plugIns.bufferPolicy(name);
    }
  }
}
