package io.sendfile.operations.ended;

import io.sendfile.core.threads.CleanThreads;
import io.sendfile.core.threads.Thrown;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Logger;

/** The thread that writes rows. It exists only while there are any. Thread-safe. */
final class WriterThread implements Writer {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.ended");
  private static final long IDLE_SECONDS = 10;
  private static final long PATIENCE_SECONDS = 5;

  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(
          1, task -> CleanThreads.make(() -> new Thread(task, "sendfile-ended")));

  WriterThread() {
    thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public boolean inASecond(Runnable task) {
    try {
      return !thread.schedule(() -> guarded(task), 1, TimeUnit.SECONDS).isCancelled();
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      return false;
    }
  }

  @Override
  public void now(Runnable task) {
    try {
      thread.submit(() -> guarded(task)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      LOG.warning("sendfile: the disk is slow; the list of ended transfers is written later");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | RejectedExecutionException e) {
      Thrown.log(LOG, e, "the list of ended transfers was not written");
    }
  }

  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the list of ended transfers was not written");
    }
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
