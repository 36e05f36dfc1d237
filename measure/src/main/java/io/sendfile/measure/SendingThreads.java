package io.sendfile.measure;

import io.sendfile.core.engine.SendfileEngine.WorkerThreads;
import io.sendfile.grizzly.filter.PooledThread;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Records the threads of a private server, to distinguish their work from that of others. */
final class SendingThreads implements WorkerThreads {
  private final Queue<Thread> made = new ConcurrentLinkedQueue<>();

  @Override
  public Thread make(Runnable work, String name) {
    Thread thread = PooledThread.make(work, name);
    thread.setDaemon(true);
    made.add(thread);
    return thread;
  }

  /** Creates threads of that name with a number. */
  ThreadFactory named(String prefix) {
    AtomicInteger number = new AtomicInteger();
    return work -> make(work, prefix + number.incrementAndGet());
  }

  /** All threads created so far. */
  Collection<Thread> all() {
    return List.copyOf(made);
  }

  /** Waits for their end, for that time in all. */
  static void awaitEnd(Collection<Thread> threads, Duration deadline) {
    long until = System.nanoTime() + deadline.toNanos();
    boolean interrupted = false;
    for (Thread thread : threads) {
      try {
        TimeUnit.NANOSECONDS.timedJoin(thread, until - System.nanoTime());
      } catch (InterruptedException e) {
        // They have been told to end; this thread's interrupt is restored afterwards.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
