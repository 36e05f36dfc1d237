package io.sendfile.core.engine;

import io.sendfile.core.settings.OwnSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.TurnQueue;
import io.sendfile.spi.CleanThreads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The download workers, separate from request threads; those of single listeners; and the timer of
 * deadlines. Thread-safe.
 */
final class Workers implements AutoCloseable {
  private static final String PREFIX = "sendfile-worker-";
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Workers of one listener. */
  private record Own(Machine.Pool pool, TurnQueue turns) {}

  private final Machine machine;
  private final Machine.Pool common;
  private final ExecutorService readers;

  /**
   * Also holds the pools of listeners that use the common workers again: running transfers end on
   * them, then their idle threads end, and the pools are reused if the setting returns.
   */
  private final Map<String, Own> listeners = new ConcurrentHashMap<>();

  private volatile Runnable tick = () -> {};
  private final Machine.TickingTimer timer;

  /** Workers; a size of 0 means twice the processors. */
  Workers(int size, Machine machine) {
    this.machine = machine;
    common = machine.workers(size, PREFIX);
    readers = machine.readers("sendfile-reader-");
    timer = machine.timer("sendfile-timer-", () -> tick.run(), TICK_NANOS);
  }

  /** The workers of listeners without their own. */
  Machine.Pool common() {
    return common;
  }

  /** The own workers of that listener, created or resized; null if it uses the common ones. */
  @Nullable TurnQueue turns(String name, OwnSettings listener) {
    if (!listener.own().containsKey(Setting.WORKER_THREADS)) {
      return null;
    }
    int size = (int) listener.settings().number(Setting.WORKER_THREADS);
    Own own = listeners.computeIfAbsent(name, unused -> make(name, size));
    own.pool().resize(size);
    own.turns().workers(own.pool().size());
    return own.turns();
  }

  private Own make(String name, int size) {
    Machine.Pool pool = machine.workers(size, PREFIX + name + "-");
    return new Own(pool, new TurnQueue(pool));
  }

  /** Runs tasks that wait for a disk, each at once on a thread of its own. */
  Executor readers() {
    return readers;
  }

  /** Runs this task four times a second, until {@link #close}. */
  void everyTick(Runnable task) {
    tick = task;
  }

  /** Runs a short action once, after that many nanoseconds; never after {@link #close}. */
  void after(long nanos, Runnable action) {
    timer.after(nanos, action);
  }

  @Override
  public void close() {
    timer.close();
    common.close();
    readers.shutdown();
    listeners.values().forEach(own -> own.pool().close());
  }

  /**
   * Download workers. Threads start on demand and end when idle; all are daemons. A task that a
   * worker submits during its work runs next on the same worker, so that a turn that leads to
   * another one wakes nobody. Thread-safe.
   */
  static final class WorkerPool implements Machine.Pool {
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

  /**
   * One thread that runs short actions at their time, and a periodic tick. Only {@link #close} ends
   * it: a pool would start a new thread after an Error, which may fail with the heap full, and all
   * deadlines would be lost. Thread-safe.
   */
  static final class TimerThread implements Machine.TickingTimer {
    private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.workers");

    /** Pause after a failure, so that a repeated one does not keep a processor busy. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final DelayQueue<Action> actions = new DelayQueue<>();
    private final Runnable tick;
    private final long tickNanos;
    private final LongSupplier nanoTime;
    private final Thread thread;
    private volatile boolean closed;

    private record Action(long atNanos, Runnable what, LongSupplier nanoTime) implements Delayed {
      @Override
      public long getDelay(TimeUnit unit) {
        return unit.convert(atNanos - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
      }

      @Override
      public int compareTo(Delayed other) {
        return Long.compare(atNanos - ((Action) other).atNanos, 0);
      }
    }

    /**
     * A running timer.
     *
     * @param tickNanos time from the end of one tick to the next
     * @param nanoTime monotonic clock, nanoseconds
     */
    TimerThread(String name, Runnable tick, long tickNanos, LongSupplier nanoTime) {
      this.tick = tick;
      this.tickNanos = tickNanos;
      this.nanoTime = nanoTime;
      this.thread = WorkerPool.named(name, Thread::new).newThread(this::run);
      thread.start();
    }

    @Override
    public void after(long nanos, Runnable action) {
      if (!closed) {
        actions.add(new Action(nanoTime.getAsLong() + nanos, action, nanoTime));
      }
    }

    private void run() {
      long nextTick = nanoTime.getAsLong() + tickNanos;
      while (!closed) {
        try {
          Action due = actions.poll(nextTick - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
          if (due != null) {
            due.what().run();
          }
          if (nextTick - nanoTime.getAsLong() <= 0) {
            // Sets the next time first, so that a failing tick is not followed by another one at
            // once.
            nextTick = nanoTime.getAsLong() + tickNanos;
            tick.run();
            nextTick = nanoTime.getAsLong() + tickNanos;
          }
        } catch (InterruptedException e) {
          LOG.log(Level.FINEST, "closed", e);
        } catch (RuntimeException | Error e) {
          Thrown.log(LOG, e, "a timed action of a transfer failed");
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }

    @Override
    public void close() {
      closed = true;
      actions.clear();
      thread.interrupt();
    }
  }
}
