package io.sendfile.core.engine;

import io.sendfile.core.files.PageCacheProbe;
import io.sendfile.core.transfer.Timer;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The machine below an engine: its threads, its page cache and its clocks. Tests have one whose
 * time and order of events are their own.
 */
public interface Machine {
  /**
   * Download workers.
   *
   * @param size threads at most; 0 means twice the processors
   * @param prefix of the threads' names
   */
  TurnPool workers(int size, String prefix);

  /** Threads that may wait for a disk: each task runs at once, on a thread of its own. */
  ExecutorService readers(String prefix);

  /** Threads of each disk at most; with 0, workers wait for it themselves. */
  int diskThreads();

  /**
   * A timer that also runs a task again and again, until it is closed.
   *
   * @param tickNanos time from the end of one tick to the next
   */
  Timer timer(String name, Runnable tick, long tickNanos);

  /** Tells which bytes of files are in memory; null if nothing does. */
  @Nullable PageCacheProbe probe(Executor readers);

  /** Monotonic clock, nanoseconds. */
  LongSupplier nanoTime();

  /** Clock of dates. */
  InstantSource clock();

  /**
   * The machine of a server.
   *
   * @param threads creates the threads of workers and readers
   * @param nanoTime monotonic clock, nanoseconds
   */
  record Real(WorkerThreads threads, LongSupplier nanoTime) implements Machine {
    /**
     * Requests that a disk, or an array of them, may order by itself:
     * docs/decisions/0048-cold-files.md.
     */
    private static final int DISK_THREADS = 16;

    @Override
    public TurnPool workers(int size, String prefix) {
      return new WorkerPool(size, prefix, threads);
    }

    @Override
    public ExecutorService readers(String prefix) {
      return new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          WorkerPool.IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          WorkerPool.named(prefix, threads));
    }

    @Override
    public int diskThreads() {
      return DISK_THREADS;
    }

    @Override
    public Timer timer(String name, Runnable tick, long tickNanos) {
      return new TimerThread(name, tick, tickNanos, nanoTime);
    }

    @Override
    public @Nullable PageCacheProbe probe(Executor readers) {
      return PageCacheProbe.lazy(readers);
    }

    @Override
    public InstantSource clock() {
      return InstantSource.system();
    }
  }
}
