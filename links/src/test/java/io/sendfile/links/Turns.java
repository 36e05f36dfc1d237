package io.sendfile.links;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** The thread of a ledger, with a clock that a test moves. */
final class Turns implements LinkLedger.Turns {
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparing(Task::at).thenComparing(Task::number));
  private Duration now = Duration.ZERO;
  private long number;

  private record Task(Duration at, long number, Runnable task) {}

  @Override
  public synchronized boolean run(Duration delay, Runnable task) {
    tasks.add(new Task(now.plus(delay), number++, task));
    return true;
  }

  private synchronized Runnable next(Duration until) {
    Task first = tasks.peek();
    if (first == null || first.at().compareTo(until) > 0) {
      now = until;
      return null;
    }
    now = first.at();
    return tasks.remove().task();
  }

  /** Runs all that is to be done by then. */
  void pass(Duration time) {
    Duration until = now.plus(time);
    for (Runnable task = next(until); task != null; task = next(until)) {
      task.run();
    }
  }

  /** Runs all that is to be done now. */
  void pass() {
    pass(Duration.ZERO);
  }
}
