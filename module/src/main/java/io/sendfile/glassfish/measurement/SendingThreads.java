package io.sendfile.glassfish.measurement;

import io.sendfile.glassfish.engine.WorkerThreads;
import io.sendfile.glassfish.grizzly.PooledThread;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a private server, known so that their work can be told from that of others. */
final class SendingThreads implements WorkerThreads {
  private final Queue<Thread> made = new ConcurrentLinkedQueue<>();

  @Override
  public Thread make(Runnable work, String name) {
    Thread thread = PooledThread.make(work, name);
    thread.setDaemon(true);
    made.add(thread);
    return thread;
  }

  /** Makes threads of that name and a number. */
  ThreadFactory named(String prefix) {
    AtomicInteger number = new AtomicInteger();
    return work -> make(work, prefix + number.incrementAndGet());
  }

  /** All that were made. */
  Collection<Thread> all() {
    return List.copyOf(made);
  }

  /** Waits until they have ended, no longer than that in all. */
  static void awaitEnd(Collection<Thread> threads, Duration deadline) {
    long until = System.nanoTime() + deadline.toNanos();
    boolean interrupted = false;
    for (Thread thread : threads) {
      try {
        TimeUnit.NANOSECONDS.timedJoin(thread, until - System.nanoTime());
      } catch (InterruptedException e) {
        // They have been told to end; whoever wants this thread is told afterwards.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
