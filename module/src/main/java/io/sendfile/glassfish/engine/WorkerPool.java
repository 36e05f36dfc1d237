package io.sendfile.glassfish.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Download workers. Threads start on demand and end when idle; all are daemons. Thread-safe. */
final class WorkerPool implements Executor, AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor pool;

  /**
   * @param size threads at most; 0 means twice the processors
   * @param prefix of the threads' names
   */
  WorkerPool(int size, String prefix) {
    int threads = threads(size);
    pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            named(prefix));
    pool.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable turn) {
    pool.execute(turn);
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

  /** Daemons with these names. */
  static ThreadFactory named(String prefix) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, prefix + number.incrementAndGet());
      thread.setDaemon(true);
      // The context class loader of whoever started it must not live on in a worker.
      thread.setContextClassLoader(WorkerPool.class.getClassLoader());
      return thread;
    };
  }

  /** Takes nothing more, and finishes what it has. */
  @Override
  public void close() {
    pool.shutdown();
  }
}
