package io.sendfile.operations.journal;

import io.sendfile.core.threads.Thrown;
import io.sendfile.spi.CleanThreads;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Logger;

/** Runs tasks one after the other, on another thread than the caller's. */
public interface DiskWriter extends AutoCloseable {
  /**
   * A thread that exists only while there are tasks. Thread-safe.
   *
   * @param name of the thread
   * @param delayMillis from the request for a task until it runs, so that it does more at once
   * @param what it writes, in words
   */
  static DiskWriter thread(String name, long delayMillis, String what, Logger log) {
    return new WriterThread(name, delayMillis, what, log);
  }

  /** Runs a task in a moment; false if it is refused. */
  boolean soon(Runnable task);

  /** Runs a task, and waits for its end for a bounded time. */
  void now(Runnable task);

  /** Accepts no further tasks. */
  @Override
  void close();

  /** The thread. */
  final class WriterThread implements DiskWriter {
    private static final long IDLE_SECONDS = 10;
    private static final long PATIENCE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor thread;
    private final long delayMillis;
    private final String what;
    private final Logger log;

    private WriterThread(String name, long delayMillis, String what, Logger log) {
      this.delayMillis = delayMillis;
      this.what = what;
      this.log = log;
      thread = new ScheduledThreadPoolExecutor(1, task -> CleanThreads.make(name, task));
      thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      thread.allowCoreThreadTimeOut(true);
      thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public boolean soon(Runnable task) {
      try {
        return !thread
            .schedule(() -> guarded(task), delayMillis, TimeUnit.MILLISECONDS)
            .isCancelled();
      } catch (RejectedExecutionException | OutOfMemoryError e) {
        return false;
      }
    }

    @Override
    public void now(Runnable task) {
      try {
        thread.submit(() -> guarded(task)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        log.warning(() -> "sendfile: the disk is slow; " + what + " is written later");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | RejectedExecutionException e) {
        Thrown.log(log, e, what + " was not written");
      }
    }

    private void guarded(Runnable task) {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        Thrown.log(log, e, what + " was not written");
      }
    }

    @Override
    public void close() {
      thread.shutdown();
    }
  }
}
