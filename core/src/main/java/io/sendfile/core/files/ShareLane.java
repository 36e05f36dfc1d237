package io.sendfile.core.files;

import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Escapes;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one file system that may not answer, such as a network share. Every call on its
 * paths and descriptors is theirs, so that a share that hangs stops nothing but its own downloads.
 * Some open, while their callers wait for a bounded time; the others read, delete and close.
 * Thread-safe; idle threads end.
 */
final class ShareLane {
  /** Late opens from which on more are refused at once. */
  static final int MOST_LATE = 4;

  /** Threads that open. */
  static final int MOST_OPENING = 16;

  /** Time in which no reading thread came to an end of its work, after which the share hangs. */
  static final Duration SILENCE = Duration.ofSeconds(5);

  private static final int IDLE_SECONDS = 2;

  /** Threads that read at most. */
  static final int MOST_READING = 16;

  private final Duration patience;
  private final LongSupplier nanoTime;
  private final ThreadPoolExecutor opening;
  private final ThreadPoolExecutor reading;
  private final AtomicInteger late = new AtomicInteger();
  private final AtomicInteger busy = new AtomicInteger();
  private volatile long progressNanos;

  private final Set<String> roots = ConcurrentHashMap.newKeySet();

  /**
   * @param patience bound of the wait of who opens a file
   */
  ShareLane(Path place, Duration patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
    this.opening = threads("sendfile-opener " + place, MOST_OPENING);
    this.reading = threads("sendfile-share " + place, MOST_READING);
  }

  private static ThreadPoolExecutor threads(String name, int most) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            most,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> CleanThreads.make(name, task));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /**
   * Opens on a thread of the share, and waits for a bounded time.
   *
   * @param release disposes of a result that comes too late
   */
  <T> T call(Root root, Callable<T> work, Consumer<T> release) throws IOException, Refusal {
    roots.add(root.name());
    if (late.get() >= MOST_LATE || readsHang()) {
      throw hanging(root);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new ClosedByInterruptException();
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable task = () -> run(work, release, result);
    opening.execute(task);
    try {
      return result.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return abandoned(task, result, hanging(root));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return abandoned(task, result, new ClosedByInterruptException());
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
  }

  private <T> void run(Callable<T> work, Consumer<T> release, CompletableFuture<T> result) {
    try {
      T done = work.call();
      if (!result.complete(done)) {
        late.decrementAndGet();
        release.accept(done);
      }
    } catch (Throwable e) {
      if (!result.completeExceptionally(e)) {
        late.decrementAndGet();
      }
    }
  }

  /** Counts the work as late, unless it ended at this moment, or never began. */
  private <T> T abandoned(Runnable task, CompletableFuture<T> result, Exception why)
      throws IOException, Refusal {
    if (opening.remove(task)) {
      throw failure(why);
    }
    late.incrementAndGet();
    if (result.completeExceptionally(why)) {
      throw failure(why);
    }
    late.decrementAndGet();
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

  private static Refusal hanging(Root root) {
    return new Refusal(
        RefusalReason.HANGING,
        String.format(
            "the file system of root '%s' (%s) does not answer; check that its share is"
                + " reachable, and mount shares so that they fail rather than wait (NFS: soft)",
            root.name(), Escapes.forLog(root.path().toString())));
  }

  /** Runs work that may hang, first come, first served; it must not throw. */
  void later(Runnable work) {
    reading.execute(() -> runLater(work));
  }

  private void runLater(Runnable work) {
    progressNanos = nanoTime.getAsLong();
    busy.incrementAndGet();
    try {
      work.run();
    } finally {
      progressNanos = nanoTime.getAsLong();
      busy.decrementAndGet();
    }
  }

  /** Whether no open is late. */
  boolean answers() {
    return late.get() == 0;
  }

  /** Whether no download of the share goes on: new ones would only hold descriptors. */
  private boolean readsHang() {
    return busy.get() >= reading.getMaximumPoolSize() && isSilent();
  }

  /** Whether some work of it does not end. */
  boolean isStuck() {
    return !answers() || isSilent();
  }

  /** Names of the roots whose files were opened here. */
  Set<String> roots() {
    return roots;
  }

  private boolean isSilent() {
    return busy.get() > 0 && nanoTime.getAsLong() - progressNanos >= SILENCE.toNanos();
  }
}
