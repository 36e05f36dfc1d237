package io.sendfile.glassfish.transfer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Workers that run a task only when told to, first come first served. Not thread-safe. */
final class ManualExecutor implements Executor {
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private boolean rejecting;
  private boolean failing;

  @Override
  public void execute(Runnable task) {
    if (rejecting) {
      throw new RejectedExecutionException("told to reject");
    }
    if (failing) {
      failing = false;
      throw new OutOfMemoryError("scripted");
    }
    tasks.add(task);
  }

  /** The next task meets a full heap. */
  void failOnce() {
    failing = true;
  }

  void reject() {
    rejecting = true;
  }

  int size() {
    return tasks.size();
  }

  /** Runs the oldest task; false if there is none. */
  boolean runNext() {
    Runnable task = tasks.poll();
    if (task != null) {
      task.run();
    }
    return task != null;
  }

  /** Runs the youngest task; false if there is none. */
  boolean runLast() {
    Runnable task = tasks.pollLast();
    if (task != null) {
      task.run();
    }
    return task != null;
  }

  /** Runs until nothing is left, new tasks included. */
  void runAll() {
    int ran = 0;
    while (runNext()) {
      if (++ran > 1_000_000) {
        throw new AssertionError("turns are granted without end");
      }
    }
  }
}
