package io.sendfile.core.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The state at one moment.
 *
 * @param running transfers that run or wait
 * @param left time until the deadline; zero after it, or without one
 * @param ended transfers that the deadline of the present or last drain ended
 */
public record DrainState(DrainPhase phase, int running, Duration left, long ended) {
  /** Whether a drain is under way or complete. */
  public boolean draining() {
    return phase == DrainPhase.DRAINING;
  }

  /** The time left in seconds, rounded up. */
  public long secondsLeft() {
    return left.plusNanos(TimeUnit.SECONDS.toNanos(1) - 1).toSeconds();
  }
}
