package io.sendfile.glassfish.it.harness;

import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * After each scenario the server must be as before: no transfer, socket or thread more. After each
 * class no file is open, either: they stay open for a second. It has some seconds, but never a
 * garbage collection.
 */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private static final Duration DEADLINE = Duration.ofSeconds(15);

  /** Allowance for kept-alive connections and for selectors of new threads. */
  private static final long DESCRIPTORS_TOLERATED = 40;

  /**
   * Twice the processors, the timer and pollers, and those that end when they have been idle for
   * some seconds: of history, problems, lists, opened files and changes of roots and listeners.
   */
  private static final long THREADS_TOLERATED =
      2L * Runtime.getRuntime().availableProcessors() + 20;

  /** After the last test; unknown before the first, and after one that leaked. */
  private static long descriptorsBefore = -1;

  @Override
  public void beforeEach(ExtensionContext context) {
    if (descriptorsBefore < 0) {
      descriptorsBefore = descriptors(ServerUnderTest.current().leaks());
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    long before = descriptorsBefore;
    descriptorsBefore = -1;
    String state = "nothing leaks; before: " + before + " descriptors";
    descriptorsBefore = descriptors(await(state, now -> isClean(now, before)));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    await("all files are closed", now -> now.number("descriptors.files") == 0);
  }

  private static Snapshot await(String state, Predicate<Snapshot> reached) {
    Snapshot[] last = new Snapshot[1];
    Await.until(
        () -> state + "; now: " + last[0],
        DEADLINE,
        () -> {
          last[0] = ServerUnderTest.current().leaks();
          return reached.test(last[0]);
        });
    return last[0];
  }

  private static long descriptors(Snapshot now) {
    return now.number("descriptors.others");
  }

  private static boolean isClean(Snapshot now, long descriptorsBefore) {
    return now.transfers() == 0
        && descriptors(now) <= descriptorsBefore + DESCRIPTORS_TOLERATED
        && now.number("threads.sendfile") <= THREADS_TOLERATED;
  }
}
