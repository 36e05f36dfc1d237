package io.sendfile.glassfish.sender;

import java.time.Duration;

/**
 * How long to wait after failures: twice as long after each, up to a most; half of it by chance, so
 * that servers that failed together do not come back together.
 *
 * @param first time after the first failure, before chance
 * @param most longest time
 */
record BackOff(Duration first, Duration most) {
  /** Beyond this many doublings a second has become longer than any most. */
  private static final int DOUBLINGS = 30;

  /**
   * The time to wait.
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
