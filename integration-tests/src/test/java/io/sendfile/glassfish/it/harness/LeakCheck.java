package io.sendfile.glassfish.it.harness;

import java.time.Duration;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * After each scenario the server must be as before: no transfer, open file, socket or thread more.
 * It has some seconds, but never a garbage collection.
 */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback {
  private static final Duration DEADLINE = Duration.ofSeconds(15);

  /** Allowance for kept-alive connections and for selectors of new threads. */
  private static final long DESCRIPTORS_TOLERATED = 40;

  /** Twice the processors, and the timer and pollers. */
  private static final long THREADS_TOLERATED = 2L * Runtime.getRuntime().availableProcessors() + 4;

  private long descriptorsBefore;

  @Override
  public void beforeEach(ExtensionContext context) {
    descriptorsBefore = ServerUnderTest.current().probe().number("descriptors.others");
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Snapshot[] last = new Snapshot[1];
    Await.until(
        () -> "nothing leaks; before: " + descriptorsBefore + " descriptors; now: " + last[0],
        DEADLINE,
        () -> {
          last[0] = ServerUnderTest.current().probe();
          return clean(last[0]);
        });
  }

  private boolean clean(Snapshot now) {
    return now.transfers() == 0
        && now.number("descriptors.files") == 0
        && now.number("descriptors.others") <= descriptorsBefore + DESCRIPTORS_TOLERATED
        && now.number("threads.sendfile") <= THREADS_TOLERATED;
  }
}
