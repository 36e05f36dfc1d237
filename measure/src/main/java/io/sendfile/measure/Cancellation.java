package io.sendfile.measure;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Cancellation of a measurement. Thread-safe. */
final class Cancellation {
  private final CountDownLatch asked = new CountDownLatch(1);

  /** Cancels it. */
  void now() {
    asked.countDown();
  }

  /**
   * Sleeps.
   *
   * @throws CancellationException once cancelled
   */
  void rest(Duration time) throws InterruptedException {
    if (asked.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new CancellationException("the measurement was cancelled");
    }
  }
}
