package io.sendfile.operations.history;

import io.sendfile.core.stats.StatsSnapshot;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Transfers that were present at once during an interval, and the use of the server's limits.
 *
 * @param activeMillis sum of the time that each transfer was in progress, milliseconds
 * @param waitingMillis sum of the time that each waited for admission
 * @param active transfers in progress
 * @param waiting transfers that waited
 * @param workers workers with a turn
 * @param memory bytes that transfers claimed
 */
public record Load(
    long activeMillis, long waitingMillis, Use active, Use waiting, Use workers, Use memory) {
  /** No transfers. */
  public static final Load NONE = new Load(0, 0, Use.NONE, Use.NONE, Use.NONE, Use.NONE);

  /** Transfers between two readings of statistics, without limits. */
  static Load between(StatsSnapshot before, StatsSnapshot now, long millis) {
    return new Load(
        now.active() * millis,
        now.waiting() * millis,
        new Use(most(before.activeHigh(), now.activeHigh(), now.active()), 0),
        new Use(most(before.waitingHigh(), now.waitingHigh(), now.waiting()), 0),
        Use.NONE,
        Use.NONE);
  }

  /** The highest number in between, if there was none as high before. */
  private static long most(long highBefore, long high, long now) {
    return high > highBefore ? high : now;
  }

  /** The same under the limits of that moment, milliseconds since the epoch. */
  Load under(LimitUsage used, long at) {
    return new Load(
        activeMillis,
        waitingMillis,
        new Use(active.most(), used.maxActive(), at),
        new Use(waiting.most(), used.maxWaiting(), at),
        new Use(used.busyWorkers(), used.workers(), at),
        new Use(used.heldBytes(), used.maxBytes() == Limits.NONE ? 0 : used.maxBytes(), at));
  }

  Load plus(Load other) {
    return new Load(
        activeMillis + other.activeMillis,
        waitingMillis + other.waitingMillis,
        active.or(other.active),
        waiting.or(other.waiting),
        workers.or(other.workers),
        memory.or(other.memory));
  }

  /** That of two servers. */
  public Load and(Load other) {
    return new Load(
        activeMillis + other.activeMillis,
        waitingMillis + other.waitingMillis,
        active.and(other.active),
        waiting.and(other.waiting),
        workers.and(other.workers),
        memory.and(other.memory));
  }

  void write(ByteBuffer form) {
    Numbers.put(form, activeMillis, waitingMillis);
    for (Use use : List.of(active, waiting, workers, memory)) {
      use.write(form);
    }
  }

  static Load read(ByteBuffer form) {
    return new Load(
        Numbers.get(form),
        Numbers.get(form),
        Use.read(form),
        Use.read(form),
        Use.read(form),
        Use.read(form));
  }
}
