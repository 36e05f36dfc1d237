package io.sendfile.operations.problems;

import io.sendfile.core.stats.Counts;
import io.sendfile.core.stats.StatsSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The events of the last minutes, from readings of counters about once a minute. Thread-safe. */
public final class RecentCounts {
  private static final Duration STEP = Duration.ofMinutes(1);

  /** Length of a window. */
  public static final Duration WINDOW = Duration.ofMinutes(5);

  /** Readings of both windows, and of a minute more. */
  private static final int MOST = 12;

  /** The last readings, newest first; never empty. */
  private final Deque<StatsSnapshot> readings = new ArrayDeque<>();

  /**
   * The windows at the begin of a rise of refusals that lasts: compared with any later ones, those
   * that go on at the same rate would seem to be over. Null without a rise.
   */
  private @Nullable Windows rise;

  /** Events from this reading on. */
  public RecentCounts(StatsSnapshot first) {
    readings.add(first);
  }

  /**
   * The events until this reading, which is stored if it is at least a minute younger than the last
   * stored one.
   */
  public synchronized Windows until(StatsSnapshot now) {
    Counts middle = at(now.at().minus(WINDOW));
    Counts start = at(now.at().minus(WINDOW).minus(WINDOW));
    if (!now.at().isBefore(readings.getFirst().at().plus(STEP))) {
      readings.addFirst(now);
    }
    if (readings.size() > MOST) {
      readings.removeLast();
    }
    Duration counted = Duration.between(now.since(), now.at());
    return compared(new Windows(now.counts().minus(middle), middle.minus(start), counted));
  }

  private Windows compared(Windows now) {
    if (rise != null) {
      rise = new Windows(now.lately(), rise.before(), rise.counted());
    }
    if (rise == null || !rise.isRise()) {
      rise = now.isRise() && now.refused() >= Windows.FEW ? now : null;
    }
    return rise == null ? now : rise;
  }

  /** The newest reading not after that time, or else the oldest one. */
  private Counts at(Instant time) {
    for (StatsSnapshot reading : readings) {
      if (!reading.at().isAfter(time)) {
        return reading.counts();
      }
    }
    return readings.getLast().counts();
  }
}
