package io.sendfile.core.engine;

import io.sendfile.core.settings.SendfileSettings.Listener;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.TurnQueue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The download workers, separate from request threads; those of single listeners; and the timer of
 * deadlines. Thread-safe.
 */
final class Workers implements AutoCloseable {
  private static final String PREFIX = "sendfile-worker-";
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Workers of one listener. */
  private record Own(WorkerPool pool, TurnQueue turns) {}

  private final WorkerThreads maker;
  private final WorkerPool common;
  private final ExecutorService readers;

  /**
   * Also holds the pools of listeners that use the common workers again: running transfers end on
   * them, then their idle threads end, and the pools are reused if the setting returns.
   */
  private final Map<String, Own> listeners = new ConcurrentHashMap<>();

  private @Nullable TurnQueue virtual;

  private volatile Runnable tick = () -> {};
  private final TimerThread timer =
      new TimerThread("sendfile-timer-", () -> tick.run(), TICK_NANOS);

  /** Workers; a size of 0 means twice the processors. */
  Workers(int size, WorkerThreads maker) {
    this.maker = maker;
    common = new WorkerPool(size, PREFIX, maker);
    readers =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            WorkerPool.IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            WorkerPool.named("sendfile-reader-", maker));
  }

  /** The workers of listeners without their own. */
  WorkerPool common() {
    return common;
  }

  /** The own workers of that listener, created or resized; null if it uses the common ones. */
  @Nullable TurnQueue turns(String name, Listener listener) {
    if (!listener.own().containsKey(Setting.WORKER_THREADS)) {
      return null;
    }
    int size = (int) listener.settings().number(Setting.WORKER_THREADS);
    Own own = listeners.computeIfAbsent(name, unused -> make(name, size));
    own.pool().resize(size);
    own.turns().workers(own.pool().size());
    return own.turns();
  }

  /**
   * A virtual thread per turn; as many as there are transfers with a turn.
   *
   * @throws UnsupportedOperationException before Java 21
   */
  synchronized TurnQueue virtualTurns() {
    TurnQueue turns = virtual;
    if (turns == null) {
      turns = new TurnQueue(VirtualThreads.executor("sendfile-virtual-")::execute);
      virtual = turns;
    }
    return turns;
  }

  private Own make(String name, int size) {
    WorkerPool pool = new WorkerPool(size, PREFIX + name + "-", maker);
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
}
