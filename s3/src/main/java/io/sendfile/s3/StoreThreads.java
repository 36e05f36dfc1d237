package io.sendfile.s3;

import io.sendfile.spi.CleanThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads of the plug-in. None begins before it has something to do, those of {@link #workers} and
 * {@link #timer} end when they are idle for a moment, and none knows the request that was its
 * first.
 */
final class StoreThreads {
  private static final int WORKERS = 8;
  private static final int IDLE_SECONDS = 2;

  /** Waits for disks, and prepares calls of stores. */
  final Executor workers;

  /** Ends calls that take too long. */
  final ScheduledExecutorService timer;

  /** Waits for the network. */
  final ThreadFactory network = threads("network");

  StoreThreads() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            WORKERS,
            WORKERS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            threads("worker"));
    pool.allowCoreThreadTimeOut(true);
    workers = pool;
    ScheduledThreadPoolExecutor one = new ScheduledThreadPoolExecutor(1, threads("timer"));
    one.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    one.allowCoreThreadTimeOut(true);
    one.setRemoveOnCancelPolicy(true);
    timer = one;
  }

  private static ThreadFactory threads(String what) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread made = CleanThreads.make("sendfile-s3-" + what + "-" + number.incrementAndGet(), task);
      // The SDK looks there for parts of its own.
      made.setContextClassLoader(StoreThreads.class.getClassLoader());
      return made;
    };
  }
}
