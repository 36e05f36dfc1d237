package io.sendfile.core.engine;

import io.sendfile.core.settings.OwnSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.Timer;
import io.sendfile.core.transfer.TurnQueue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
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
  private record Own(TurnPool pool, TurnQueue turns) {}

  private final Machine machine;
  private final TurnPool common;
  private final ExecutorService readers;

  /**
   * Also holds the pools of listeners that use the common workers again: running transfers end on
   * them, then their idle threads end, and the pools are reused if the setting returns.
   */
  private final Map<String, Own> listeners = new ConcurrentHashMap<>();

  private volatile Runnable tick = () -> {};
  private final Timer timer;

  /** Workers; a size of 0 means twice the processors. */
  Workers(int size, Machine machine) {
    this.machine = machine;
    common = machine.workers(size, PREFIX);
    readers = machine.readers("sendfile-reader-");
    timer = machine.timer("sendfile-timer-", () -> tick.run(), TICK_NANOS);
  }

  /** The workers of listeners without their own. */
  TurnPool common() {
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
    TurnPool pool = machine.workers(size, PREFIX + name + "-");
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
