package io.sendfile.core.engine;

import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.Timer;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One thread that runs short actions at their time, and a periodic tick. Only {@link #close} ends
 * it: a pool would start a new thread after an Error, which may fail with the heap full, and all
 * deadlines would be lost. Thread-safe.
 */
final class TimerThread implements Timer {
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
