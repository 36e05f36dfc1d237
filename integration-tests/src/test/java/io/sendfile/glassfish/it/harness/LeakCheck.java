package io.sendfile.glassfish.it.harness;

import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * After each scenario the server must be as before: no transfer, socket or thread more. After each
 * class no file is open, either: small ones stay open for a second. It has some seconds, but never
 * a garbage collection.
 */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private static final Duration DEADLINE = Duration.ofSeconds(15);

  /** Allowance for kept-alive connections and for selectors of new threads. */
  private static final long DESCRIPTORS_TOLERATED = 40;

  /** Twice the processors, the timer and pollers, and those of history, problems and lists. */
  private static final long THREADS_TOLERATED = 2L * Runtime.getRuntime().availableProcessors() + 9;

  private long descriptorsBefore;

  @Override
  public void beforeEach(ExtensionContext context) {
    descriptorsBefore = ServerUnderTest.current().probe().number("descriptors.others");
  }

  @Override
  public void afterEach(ExtensionContext context) {
    await("nothing leaks; before: " + descriptorsBefore + " descriptors", this::clean);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    await("all files are closed", now -> now.number("descriptors.files") == 0);
  }

  private static void await(String state, Predicate<Snapshot> reached) {
    Snapshot[] last = new Snapshot[1];
    Await.until(
        () -> state + "; now: " + last[0],
        DEADLINE,
        () -> {
          last[0] = ServerUnderTest.current().probe();
          return reached.test(last[0]);
        });
  }

  private boolean clean(Snapshot now) {
    return now.transfers() == 0
        && now.number("descriptors.others") <= descriptorsBefore + DESCRIPTORS_TOLERATED
        && now.number("threads.sendfile") <= THREADS_TOLERATED;
  }
}
