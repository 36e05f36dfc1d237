package io.sendfile.operations.sender;

import java.time.Duration;

/**
 * Pauses after failures: doubled each time, up to a maximum; half of a pause is random, so that
 * servers that failed together do not come back together.
 *
 * @param first pause after the first failure, before chance
 * @param most longest pause
 */
record BackOff(Duration first, Duration most) {
  /** Doublings after which a second exceeds any maximum. */
  private static final int DOUBLINGS = 30;

  /**
   * The next pause.
   *
   * @param failures in a row so far, at least 1
   * @param chance from 0 to 1
   */
  Duration after(int failures, double chance) {
    long doubled = first.toMillis() << Math.min(failures - 1, DOUBLINGS);
    long half = Math.min(doubled, most.toMillis()) / 2;
    return Duration.ofMillis(half + Math.round((double) half * chance));
  }
}
