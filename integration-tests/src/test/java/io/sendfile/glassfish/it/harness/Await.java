package io.sendfile.glassfish.it.harness;

import java.time.Duration;
import java.util.function.Supplier;

/** Waits for a condition, never longer than its deadline. */
public final class Await {
  private static final long FIRST_PAUSE_MILLIS = 1;
  private static final long LONGEST_PAUSE_MILLIS = 32;

  private Await() {}

  /** A thing that may not be so yet. */
  @FunctionalInterface
  public interface Check {
    /** Whether it is so. */
    boolean holds() throws Exception;
  }

  /** Waits until the check holds. */
  public static void until(String what, Duration deadline, Check check) {
    until(() -> what, deadline, check);
  }

  /** Waits until the check holds; the description is asked for when it does not come to hold. */
  public static void until(Supplier<String> what, Duration deadline, Check check) {
    long end = System.nanoTime() + deadline.toNanos();
    Throwable last = null;
    long pause = FIRST_PAUSE_MILLIS;
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
      sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    } while (System.nanoTime() < end);
    throw new AssertionError("not within " + deadline.toSeconds() + " s: " + what.get(), last);
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
