package io.sendfile.glassfish.it.harness;

import java.time.Duration;
import java.util.function.Supplier;

/** Waits for a condition, never longer than its deadline. */
public final class Await {
  private static final long PAUSE_MILLIS = 25;

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
    do {
      try {
        if (check.holds()) {
          return;
        }
        last = null;
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      } catch (Exception | AssertionError e) {
        last = e;
        java.util.concurrent.locks.LockSupport.parkNanos(PAUSE_MILLIS * 1_000_000);
      }
    } while (System.nanoTime() < end);
    throw new AssertionError("not within " + deadline.toSeconds() + " s: " + what.get(), last);
  }
}
