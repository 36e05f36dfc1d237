package io.sendfile.glassfish.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** The module's threads, known by their names. */
final class SendfileThreads {
  private static final long DEADLINE_SECONDS = 10;

  private SendfileThreads() {}

  static List<Thread> running() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("sendfile-"))
        .toList();
  }

  static void assertEnd(List<Thread> threads) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    for (Thread thread : threads) {
      TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
      assertThat(thread.isAlive()).as("%s still runs", thread.getName()).isFalse();
    }
  }
}
