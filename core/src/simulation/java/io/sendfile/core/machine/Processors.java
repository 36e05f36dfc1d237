package io.sendfile.core.machine;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** Processors in virtual time: events in time order, work first come, first served. */
final class Processors {
  private record Event(long atNanos, long number, Runnable action) {}

  private record Work(long nanos, Runnable then) {}

  private final World world;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
  private final Queue<Work> runnable = new ArrayDeque<>();
  private int idle;
  private long number;

  /** Processors of a world whose time begins at 0 now. */
  Processors(World world, int number) {
    this.world = world;
    this.idle = number;
    world.pass(-world.now());
  }

  long now() {
    return world.now();
  }

  /** Runs a task at that time, or now if the time has passed. */
  void at(long nanos, Runnable action) {
    events.add(new Event(Math.max(now(), nanos), number++, action));
  }

  /** Occupies a processor for that long, as soon as one is free, then continues. */
  void compute(long nanos, Runnable then) {
    Work work = new Work(nanos, then);
    if (idle > 0) {
      idle--;
      start(work);
    } else {
      runnable.add(work);
    }
  }

  private void start(Work work) {
    at(now() + work.nanos, () -> finish(work));
  }

  private void finish(Work work) {
    Work next = runnable.poll();
    if (next == null) {
      idle++;
    } else {
      start(next);
    }
    work.then.run();
  }

  /** The time of the next event; the far future if there is none. */
  long nextEvent() {
    Event next = events.peek();
    return next == null ? Long.MAX_VALUE : next.atNanos;
  }

  /** Runs the next event, if it is due. */
  void runDue() {
    if (nextEvent() <= now()) {
      events.remove().action.run();
    }
  }
}
