package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.engine.SendfileSettings.Listener;
import io.sendfile.glassfish.transfer.TurnQueue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The download workers, apart from request threads, those of single listeners, and the timer that
 * watches deadlines. Thread-safe.
 */
final class Workers implements Executor, AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.workers");
  private static final String PREFIX = "sendfile-worker-";
  private static final long TICK_MILLIS = 250;

  /** Workers of one listener. */
  private record Own(WorkerPool pool, TurnQueue turns) {}

  private final WorkerThreads maker;
  private final WorkerPool common;

  /**
   * Those of a listener that has none any more stay here: its transfers still run on them, then
   * their threads end, and they come back with the setting.
   */
  private final Map<String, Own> listeners = new ConcurrentHashMap<>();

  private @Nullable TurnQueue virtual;

  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, WorkerPool.named("sendfile-timer-", Thread::new));

  /** Workers; a size of 0 means twice the processors. */
  Workers(int size, WorkerThreads maker) {
    this.maker = maker;
    common = new WorkerPool(size, PREFIX, maker);
  }

  @Override
  public void execute(Runnable turn) {
    common.execute(turn);
  }

  /** The workers of that listener alone, made or resized; null if it uses those of all. */
  @Nullable TurnQueue turns(String name, Listener listener) {
    if (!listener.own().containsKey(Setting.WORKER_THREADS)) {
      return null;
    }
    int size = listener.settings().workerThreads();
    Own own = listeners.computeIfAbsent(name, unused -> make(name, size));
    own.pool().resize(size);
    own.turns().workers(own.pool().size());
    return own.turns();
  }

  /**
   * A virtual thread for each turn; they are as many as there are transfers that have one.
   *
   * @throws UnsupportedOperationException before Java 21
   */
  synchronized TurnQueue virtualTurns() {
    TurnQueue turns = virtual;
    if (turns == null) {
      turns = new TurnQueue(VirtualThreads.executor("sendfile-virtual-"));
      virtual = turns;
    }
    return turns;
  }

  private Own make(String name, int size) {
    WorkerPool pool = new WorkerPool(size, PREFIX + name + "-", maker);
    return new Own(pool, new TurnQueue(pool));
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

  /** Changes the number of threads of the common workers; 0 means twice the processors. */
  void resize(int size) {
    common.resize(size);
  }

  /** Most threads of the common workers that run turns at a time. */
  int size() {
    return common.size();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    common.close();
    listeners.values().forEach(own -> own.pool().close());
  }
}
