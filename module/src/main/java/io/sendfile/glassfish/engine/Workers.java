package io.sendfile.glassfish.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The download workers, apart from request threads, and the timer that watches deadlines. Threads
 * start on demand and end when idle; all are daemons. Thread-safe.
 */
final class Workers implements Executor, AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.workers");
  private static final long IDLE_SECONDS = 30;
  private static final long TICK_MILLIS = 250;

  private final ThreadPoolExecutor pool;
  private final ScheduledThreadPoolExecutor timer;

  /** Workers; a size of 0 means twice the processors. */
  Workers(int size) {
    int threads = threads(size);
    pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            named("sendfile-worker-"));
    pool.allowCoreThreadTimeOut(true);
    timer = new ScheduledThreadPoolExecutor(1, named("sendfile-timer-"));
  }

  @Override
  public void execute(Runnable turn) {
    pool.execute(turn);
  }

  /** Runs a task four times a second, until {@link #close}. */
  @SuppressWarnings("FutureReturnValueIgnored")
  void everyTick(Runnable task) {
    timer.scheduleWithFixedDelay(guarded(task), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Runs a short action once, after that many nanoseconds; not at all after {@link #close}. */
  @SuppressWarnings("FutureReturnValueIgnored")
  void after(long nanos, Runnable action) {
    try {
      timer.schedule(guarded(action), nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.FINEST, "the engine has been closed", e);
    }
  }

  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        // A timer task that throws is never run again.
        LOG.log(Level.WARNING, "a timed action of a transfer failed", e);
      }
    };
  }

  /** Changes the number of threads; 0 means twice the processors. */
  void resize(int size) {
    int threads = threads(size);
    if (threads > pool.getMaximumPoolSize()) {
      pool.setMaximumPoolSize(threads);
      pool.setCorePoolSize(threads);
    } else {
      pool.setCorePoolSize(threads);
      pool.setMaximumPoolSize(threads);
    }
  }

  /** Most threads that run turns at a time. */
  int size() {
    return pool.getMaximumPoolSize();
  }

  private static int threads(int size) {
    return size > 0 ? size : 2 * Runtime.getRuntime().availableProcessors();
  }

  private static ThreadFactory named(String prefix) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, prefix + number.incrementAndGet());
      thread.setDaemon(true);
      // The context class loader of whoever started it must not live on in a worker.
      thread.setContextClassLoader(Workers.class.getClassLoader());
      return thread;
    };
  }

  @Override
  public void close() {
    timer.shutdownNow();
    pool.shutdown();
  }
}
