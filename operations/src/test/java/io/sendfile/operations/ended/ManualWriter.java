package io.sendfile.operations.ended;

import io.sendfile.operations.journal.KeptRows;
import java.util.ArrayDeque;
import java.util.Deque;

/** Runs tasks when a test says so. */
final class ManualWriter implements KeptRows.Writer {
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private boolean closed;

  @Override
  public boolean inASecond(Runnable task) {
    if (!closed) {
      tasks.add(task);
    }
    return !closed;
  }

  @Override
  public void now(Runnable task) {
    task.run();
  }

  @Override
  public void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  int waiting() {
    return tasks.size();
  }

  /** A second passes. */
  void run() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }
}
