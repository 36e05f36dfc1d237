package io.sendfile.glassfish.it.harness;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits for a condition, never longer than its deadline. */
public final class Await {
  /** Growth of the pauses: late by an eighth at most, without busy polling. */
  private static final int PAUSES_PER_WAIT = 8;

  private static final long SHORTEST_PAUSE_MILLIS = 1;
  private static final long LONGEST_PAUSE_MILLIS = 250;

  private Await() {}

  /** A condition. */
  @FunctionalInterface
  public interface Check {
    /** Whether it holds. */
    boolean holds() throws Exception;
  }

  /** Waits until the check holds. */
  public static void until(String what, Duration deadline, Check check) {
    until(() -> what, deadline, check);
  }

  /** Waits until the check holds; a timeout fails with the description, which is evaluated then. */
  public static void until(Supplier<String> what, Duration deadline, Check check) {
    long start = System.nanoTime();
    Throwable last = null;
    do {
      try {
        if (check.holds()) {
          return;
        }
        last = null;
      } catch (InterruptedException e) {
        throw interrupted(e);
      } catch (Exception | AssertionError e) {
        last = e;
      }
      sleep(pauseAfter(System.nanoTime() - start));
    } while (System.nanoTime() - start < deadline.toNanos());
    throw new AssertionError("not within " + deadline.toSeconds() + " s: " + what.get(), last);
  }

  private static long pauseAfter(long waitedNanos) {
    long pause = TimeUnit.NANOSECONDS.toMillis(waitedNanos) / PAUSES_PER_WAIT;
    return Math.max(SHORTEST_PAUSE_MILLIS, Math.min(pause, LONGEST_PAUSE_MILLIS));
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException(e);
  }
}
