package io.sendfile.glassfish.threads;

import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/**
 * A thread for what others have written, which may be slow. It is there while there is something to
 * do. Thread-safe; never blocks.
 */
public final class ApartThread {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");
  private static final long IDLE_SECONDS = 10;

  private final String name;
  private final ClassLoader context;
  private final int most;
  private final ThreadPoolExecutor thread;
  private final AtomicInteger queued = new AtomicInteger();

  /**
   * @param context the thread's context class loader
   * @param most events that may wait
   */
  public ApartThread(String name, ClassLoader context, int most) {
    this.name = name;
    this.context = context;
    this.most = most;
    // The bound holds for events only: other tasks are never dropped.
    this.thread =
        new ThreadPoolExecutor(
            1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::newThread);
    thread.allowCoreThreadTimeOut(true);
  }

  private Thread newThread(Runnable task) {
    Thread made = CleanThreads.make(() -> new Thread(task, name));
    made.setContextClassLoader(context);
    return made;
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
      Thrown.log(LOG, e, "an event could not be told", name);
    }
  }

  /**
   * Runs a task after the events before it, whatever their number.
   *
   * @throws RejectedExecutionException when it is closed
   */
  public void run(Runnable task) {
    thread.execute(task);
  }

  /**
   * Runs a task after the events before it.
   *
   * @throws RejectedExecutionException when it is closed
   */
  public Future<?> submit(Runnable task) {
    return thread.submit(task);
  }

  /** Events that wait. */
  public int queued() {
    return queued.get();
  }

  /** Whether it takes nothing more. */
  public boolean isClosed() {
    return thread.isShutdown();
  }

  /** Takes nothing more, and finishes what it has. */
  public void close() {
    thread.shutdown();
  }

  /** Interrupts what runs, and forgets what waits; how many that were. */
  public int closeNow() {
    int left = thread.shutdownNow().size();
    queued.addAndGet(-left);
    return left;
  }

  /** Waits for the end of what it has after {@link #close}; false if that takes longer. */
  public boolean awaitEnd(long millis) throws InterruptedException {
    return thread.awaitTermination(millis, TimeUnit.MILLISECONDS);
  }
}
