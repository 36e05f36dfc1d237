package io.sendfile.grizzly.sockets;

import java.util.concurrent.TimeUnit;

/**
 * Pause in which writable sockets are collected, so that one look at them, and one worker, serves
 * many. It grows with the number of waiting sockets, as each of many gets its share more slowly
 * anyway; and further, step by step, while even the fastest of their readers is slow. Not
 * thread-safe.
 */
final class CollectingPause {
  /** With fewer, a socket could run empty. */
  static final int LEAST_WAITING = 10;

  /** Share of one waiting socket in the pause. */
  static final long NANOS_PER_SOCKET = TimeUnit.MICROSECONDS.toNanos(20);

  private static final long MOST_NANOS_BY_NUMBER = TimeUnit.MILLISECONDS.toNanos(5);

  /** A reader waits longer by an eighth at most, for the pause. */
  private static final int PAUSES_PER_WAIT = 8;

  static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private long shortestWait = Long.MAX_VALUE;
  private long nanos;

  /** Counts a socket that became writable after this time. */
  void waited(long waitNanos) {
    shortestWait = Math.min(shortestWait, waitNanos);
  }

  /**
   * The pause before the next look, in nanoseconds; 0 for none.
   *
   * @param waiting sockets that are waited for
   */
  long next(int waiting) {
    if (waiting < LEAST_WAITING) {
      nanos = 0;
    } else {
      long byNumber = Math.min(MOST_NANOS_BY_NUMBER, waiting * NANOS_PER_SOCKET);
      nanos = Math.max(byNumber, bySpeed());
    }
    shortestWait = Long.MAX_VALUE;
    return nanos;
  }

  /** A look that found no writable socket says nothing about the readers. */
  private long bySpeed() {
    return shortestWait == Long.MAX_VALUE
        ? nanos
        : Math.min(shortestWait / PAUSES_PER_WAIT, Math.min(MOST_NANOS, 2 * nanos));
  }
}
