package io.sendfile.core.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time, what is to happen in it, and seeded chance. Each step draws from numbers of its
 * own, so that a run stays much the same when one of its steps is left out.
 */
final class World {
  static final long MILLI = 1_000_000;
  static final long SECOND = 1000 * MILLI;

  /** Runners of events: one thread each. */
  enum Lane {
    /** The engine's timer. */
    TIMER,
    /** The poller of sockets. */
    POLLER,
    /** Administrators, who change settings. */
    ADMINISTRATOR
  }

  /** An event at its time. */
  record Event(long atNanos, long number, Lane lane, Runnable action) {}

  private final long seed;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
  private final List<String> breaches = new ArrayList<>();
  private final @Nullable List<String> trace;
  private SplittableRandom random;
  private long now = -5 * SECOND;
  private long numbers;
  private int step;
  private boolean sound;
  private boolean over;

  /**
   * @param trace receives a line for each thing that happens; null for none
   */
  World(long seed, @Nullable List<String> trace) {
    this.seed = seed;
    this.trace = trace;
    this.random = new SplittableRandom(seed);
  }

  long now() {
    return now;
  }

  int step() {
    return step;
  }

  void nextStep() {
    step++;
    random = new SplittableRandom(seed * 0x9E37_79B9_7F4A_7C15L + step);
  }

  void pass(long nanos) {
    now += nanos;
  }

  /** The clock that the engine reads: now and then, some time has passed. */
  long read() {
    if (oneIn(4)) {
      now += upTo(2000);
    }
    return now;
  }

  /** A number from 0 to below the bound. */
  int upTo(int bound) {
    return random.nextInt(bound);
  }

  long between(long least, long most) {
    return least + random.nextLong(most - least + 1);
  }

  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** From now on nothing fails any more. */
  void heal() {
    sound = true;
  }

  /** Whether nothing fails any more. */
  boolean isSound() {
    return sound;
  }

  /** Runs an action at that time, or now if it has passed. */
  void at(long nanos, Lane lane, Runnable action) {
    events.add(new Event(Math.max(now, nanos), numbers++, lane, action));
  }

  /** Removes the first event of the lane that is due; null if there is none. */
  @Nullable Event due(Lane lane) {
    Event first = null;
    for (Event event : events) {
      if (event.lane == lane
          && event.atNanos <= now
          && (first == null || events.comparator().compare(event, first) < 0)) {
        first = event;
      }
    }
    return first;
  }

  void remove(Event event) {
    events.remove(event);
  }

  /** The time of the next event in a lane that can run it; the far future if there is none. */
  long nextEvent(Predicate<Lane> canRun) {
    long next = Long.MAX_VALUE;
    for (Event event : events) {
      if (canRun.test(event.lane)) {
        next = Math.min(next, event.atNanos);
      }
    }
    return next;
  }

  void note(Supplier<String> line) {
    if (trace != null) {
      trace.add(String.format("%6d %12.6f  %s", step, now / 1e9, line.get()));
    }
  }

  /** A rule was broken. */
  void breach(String rule) {
    if (over) {
      return;
    }
    note(() -> "BREACH " + rule);
    breaches.add(rule);
  }

  /** The schedule is over; what happens to its threads now is of no interest. */
  void end() {
    over = true;
  }

  List<String> breaches() {
    return breaches;
  }
}
