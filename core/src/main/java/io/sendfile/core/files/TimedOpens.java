package io.sendfile.core.files;

import io.sendfile.core.files.Roots.RootDirectory;
import io.sendfile.core.threads.CleanThreads;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs work in folders that may not answer, such as a network share, on its own threads; the caller
 * waits for a bounded time. While too much work is late in a root, more for that root is refused at
 * once, so that one root takes neither all of these threads nor all request threads. Thread-safe;
 * idle threads end.
 */
final class TimedOpens {
  /** Bound of a caller's wait: releases request threads within a second. */
  static final TimedOpens COMMON = new TimedOpens(Duration.ofMillis(800));

  /** Late work in one root from which on more is refused. */
  static final int MOST_LATE = 4;

  private static final int MOST_THREADS = 64;
  private static final int IDLE_SECONDS = 2;

  private final Duration timeout;
  private final Semaphore free = new Semaphore(MOST_THREADS);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> CleanThreads.make(() -> new Thread(task, "sendfile-opener")));

  TimedOpens(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * Runs the work.
   *
   * @param release disposes of a result that comes too late
   */
  <T> T call(RootDirectory root, Callable<T> work, Consumer<T> release)
      throws IOException, Refusal {
    long deadline = System.nanoTime() + timeout.toNanos();
    if (root.late().get() >= MOST_LATE || !isThreadFree()) {
      throw hanging(root);
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    execute(() -> run(root, work, release, result));
    try {
      return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return abandoned(root, result, hanging(root));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return abandoned(root, result, new ClosedByInterruptException());
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
  }

  private boolean isThreadFree() throws IOException {
    try {
      return free.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
  }

  /** Runs it soon; or never, if all threads wait for file systems that do not answer. */
  void later(Runnable work) {
    boolean interrupted = Thread.interrupted();
    try {
      if (free.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        execute(work);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Runs it on a free thread. */
  private void execute(Runnable work) {
    try {
      threads.execute(() -> runAndFree(work));
    } catch (RuntimeException | Error e) {
      free.release();
      throw e;
    }
  }

  private void runAndFree(Runnable work) {
    try {
      work.run();
    } finally {
      free.release();
    }
  }

  private static <T> void run(
      RootDirectory root, Callable<T> work, Consumer<T> release, CompletableFuture<T> result) {
    try {
      T done = work.call();
      if (!result.complete(done)) {
        root.late().decrementAndGet();
        release.accept(done);
      }
    } catch (Throwable e) {
      if (!result.completeExceptionally(e)) {
        root.late().decrementAndGet();
      }
    }
  }

  /** Counts the work as late, unless it ended at this moment. */
  private static <T> T abandoned(RootDirectory root, CompletableFuture<T> result, Exception why)
      throws IOException, Refusal {
    root.late().incrementAndGet();
    if (result.completeExceptionally(why)) {
      throw failure(why);
    }
    root.late().decrementAndGet();
    try {
      return result.join();
    } catch (CompletionException e) {
      throw failure(e.getCause());
    }
  }

  private static IOException failure(@Nullable Throwable cause) throws Refusal {
    if (cause instanceof Refusal refusal) {
      throw refusal;
    }
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return cause instanceof IOException e ? e : new IOException(cause);
  }

  private static Refusal hanging(RootDirectory root) {
    return new Refusal(
        RefusalReason.HANGING,
        String.format(
            "the file system of root '%s' (%s) does not answer; check that its share is"
                + " reachable, and mount shares so that they fail rather than wait (NFS: soft)",
            root.root().name(), Escapes.forLog(root.root().path().toString())));
  }
}
