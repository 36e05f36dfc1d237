package io.sendfile.core.machine;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** Virtual time and processors: events in time order, work first come, first served. */
final class Processors {
  private record Event(long atNanos, long number, Runnable action) {}

  private record Work(long nanos, Runnable then) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparing(Event::number));
  private final Queue<Work> runnable = new ArrayDeque<>();
  private int idleProcessors;
  private long busyNanos;
  private long now;
  private long number;

  Processors(int processors) {
    idleProcessors = processors;
  }

  long now() {
    return now;
  }

  /** Processor time used so far. */
  long busyNanos() {
    return busyNanos;
  }

  /** Runs a task at that time, or now if the time has passed. */
  void at(long nanos, Runnable action) {
    events.add(new Event(Math.max(now, nanos), number++, action));
  }

  /** Occupies a processor for that long, as soon as one is free, then continues. */
  void compute(long nanos, Runnable then) {
    Work work = new Work(nanos, then);
    if (idleProcessors > 0) {
      idleProcessors--;
      start(work);
    } else {
      runnable.add(work);
    }
  }

  private void start(Work work) {
    busyNanos += work.nanos;
    at(now + work.nanos, () -> finish(work));
  }

  private void finish(Work work) {
    Work next = runnable.poll();
    if (next == null) {
      idleProcessors++;
    } else {
      start(next);
    }
    work.then.run();
  }

  /** Lets time pass until then. */
  void runUntil(long end) {
    while (!events.isEmpty() && events.peek().atNanos <= end) {
      Event event = events.remove();
      now = event.atNanos;
      event.action.run();
    }
    now = end;
  }
}
