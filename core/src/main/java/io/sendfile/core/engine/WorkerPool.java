package io.sendfile.core.engine;

import io.sendfile.core.threads.Thrown;
import io.sendfile.spi.CleanThreads;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Download workers. Threads start on demand and end when idle; all are daemons. A task that a
 * worker submits during its work runs next on the same worker, so that a turn that leads to another
 * one wakes nobody. Thread-safe.
 */
final class WorkerPool implements TurnPool {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.workers");

  /** Time after which an idle thread ends. */
  static final long IDLE_SECONDS = 10;

  /** The next task of this thread; set only during a task. */
  private static final ThreadLocal<Next> NEXT = new ThreadLocal<>();

  private final ThreadPoolExecutor pool;
  private int size;
  private int spares;

  private static final class Next {
    final WorkerPool pool;
    @Nullable Runnable turn;

    Next(WorkerPool pool) {
      this.pool = pool;
    }

    @Nullable Runnable take() {
      Runnable taken = turn;
      turn = null;
      return taken;
    }
  }

  /**
   * @param size threads at most; 0 means twice the processors
   * @param prefix of the threads' names
   */
  WorkerPool(int size, String prefix, WorkerThreads maker) {
    this.size = threads(size);
    pool =
        new ThreadPoolExecutor(
            this.size,
            this.size,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            named(prefix, maker));
    pool.allowCoreThreadTimeOut(true);
  }

  /** Runs a task on a worker; the order among tasks of different callers is undefined. */
  @Override
  public void execute(Runnable turn) {
    Next own = NEXT.get();
    if (own != null && own.pool == this && own.turn == null && !crowded()) {
      own.turn = turn;
    } else {
      pool.execute(() -> work(turn));
    }
  }

  /** Whether workers must return to the pool, as it has too many threads or is shutting down. */
  private boolean crowded() {
    return pool.getPoolSize() > pool.getMaximumPoolSize() || pool.isShutdown();
  }

  private void work(Runnable first) {
    Next own = new Next(this);
    NEXT.set(own);
    try {
      for (Runnable turn = first; turn != null; turn = own.take()) {
        run(turn);
      }
    } finally {
      NEXT.remove();
    }
  }

  /**
   * Runs a task, whose Error must not end the thread: with a full heap a new one could not be
   * created.
   */
  private static void run(Runnable turn) {
    try {
      turn.run();
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "a turn failed; its worker goes on");
    }
  }

  @Override
  public synchronized void resize(int newSize) {
    size = threads(newSize);
    fit(size + spares);
  }

  @Override
  public synchronized void spares(int number) {
    if (number != spares) {
      spares = number;
      fit(size + spares);
    }
  }

  private void fit(int threads) {
    if (threads > pool.getMaximumPoolSize()) {
      pool.setMaximumPoolSize(threads);
      pool.setCorePoolSize(threads);
    } else {
      pool.setCorePoolSize(threads);
      pool.setMaximumPoolSize(threads);
    }
  }

  @Override
  public synchronized int size() {
    return size;
  }

  private static int threads(int size) {
    return size > 0 ? size : 2 * Runtime.getRuntime().availableProcessors();
  }

  /** Daemons with these names, without references to their starter. */
  static ThreadFactory named(String prefix, WorkerThreads maker) {
    AtomicInteger number = new AtomicInteger();
    return task -> CleanThreads.make(() -> maker.make(task, prefix + number.incrementAndGet()));
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
