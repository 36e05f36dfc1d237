package io.sendfile.s3;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps calls from a store that fails: after some failures in a row none is made for a pause, then
 * one, and only if that succeeds all others. Pauses double from a second to half a minute.
 *
 * <p>Safe for several threads.
 */
final class Breaker {
  /** Failures in a row before the first pause. */
  static final int FAILURES = 3;

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final LongSupplier nanoTime;
  private int failures;
  private String lastFailure = "";
  private Duration pause = Duration.ZERO;
  private long pauseBegan;
  private boolean probing;

  Breaker(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A call that may be made; exactly one of its methods is called, at its end. */
  final class Call {
    private final boolean probe;

    private Call(boolean probe) {
      this.probe = probe;
    }

    /** The store answered, be it with an error of the request. */
    void succeeded() {
      synchronized (Breaker.this) {
        failures = 0;
        lastFailure = "";
        pause = Duration.ZERO;
        probing = false;
      }
    }

    /** The store did not answer, or is busy. */
    void failed(String reason) {
      synchronized (Breaker.this) {
        failures++;
        lastFailure = reason;
        // Of the calls that were under way when the pause began, none makes it longer.
        if (probe || (pause.isZero() && failures >= FAILURES)) {
          pause = pause.isZero() ? FIRST_PAUSE : shorter(pause.multipliedBy(2), LONGEST_PAUSE);
          pauseBegan = nanoTime.getAsLong();
        }
        probing &= !probe;
      }
    }

    /** It was given up. */
    void cancelled() {
      synchronized (Breaker.this) {
        probing &= !probe;
      }
    }
  }

  /** Lets a call be made; null during a pause. */
  synchronized @Nullable Call call() {
    if (pause.isZero()) {
      return new Call(false);
    }
    if (probing || !left().isZero()) {
      return null;
    }
    probing = true;
    return new Call(true);
  }

  /** The rest of the pause, at least a second while one call tries; zero if there is none. */
  synchronized Duration left() {
    if (pause.isZero()) {
      return Duration.ZERO;
    }
    Duration left = pause.minusNanos(nanoTime.getAsLong() - pauseBegan);
    return left.isNegative() ? (probing ? FIRST_PAUSE : Duration.ZERO) : left;
  }

  /** Failures in a row, and the last of them, in words; null if it does not pause. */
  synchronized @Nullable String trouble() {
    return pause.isZero() ? null : failures + " failures in a row, the last: " + lastFailure;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
