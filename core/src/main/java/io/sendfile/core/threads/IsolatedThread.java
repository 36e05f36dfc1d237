package io.sendfile.core.threads;

import io.sendfile.spi.CleanThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/**
 * Runs foreign code, which may be slow, on a thread of its own. The thread exists only while there
 * is work. Thread-safe; never blocks.
 */
public final class IsolatedThread {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");
  private static final long IDLE_SECONDS = 10;

  private final String name;
  private final int most;
  private final ThreadPoolExecutor thread;
  private final AtomicInteger queued = new AtomicInteger();

  /**
   * @param most events that may wait
   */
  public IsolatedThread(String name, int most) {
    this.name = name;
    this.most = most;
    // Only events have a bound; other tasks are never dropped.
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> CleanThreads.make(name, task));
    thread.allowCoreThreadTimeOut(true);
  }

  /** Runs an event after those before it; false if there is no room, or it is closed. */
  public boolean offer(Runnable event) {
    if (queued.incrementAndGet() > most) {
      queued.decrementAndGet();
      return false;
    }
    try {
      thread.execute(
          () -> {
            queued.decrementAndGet();
            guarded(event);
          });
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      queued.decrementAndGet();
      return false;
    }
  }

  private void guarded(Runnable event) {
    try {
      event.run();
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "an event could not be delivered", name);
    }
  }

  /**
   * Runs a task after the events before it, whatever their number.
   *
   * @throws RejectedExecutionException when it is closed
   */
  public Future<?> submit(Runnable task) {
    return thread.submit(task);
  }

  /** Number of waiting events. */
  public int queued() {
    return queued.get();
  }

  /** Whether it is closed. */
  public boolean isClosed() {
    return thread.isShutdown();
  }

  /** Accepts no more work, and finishes its queue. */
  public void close() {
    thread.shutdown();
  }

  /**
   * Interrupts the running task, and drops the queue.
   *
   * @return number of dropped events
   */
  public int closeNow() {
    thread.shutdown();
    List<Runnable> left = new ArrayList<>();
    thread.getQueue().drainTo(left);
    queued.addAndGet(-left.size());
    if (!thread.isTerminated()) {
      // An interrupt of a reader closes its file, and waits for the disk.
      CleanThreads.make(name + "-end", thread::shutdownNow).start();
    }
    return left.size();
  }

  /** Waits for the end of its work after {@link #close}; false if that takes longer. */
  public boolean awaitEnd(long millis) throws InterruptedException {
    return thread.awaitTermination(millis, TimeUnit.MILLISECONDS);
  }
}
