package io.sendfile.glassfish.measurement;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether a measurement shall end before its time. Thread-safe. */
final class Stop {
  private final CountDownLatch asked = new CountDownLatch(1);

  /** It shall end. */
  void now() {
    asked.countDown();
  }

  /** Whether it shall. */
  boolean isAsked() {
    return asked.getCount() == 0;
  }

  /**
   * Lets that much time pass.
   *
   * @throws CancellationException as soon as it shall end
   */
  void rest(Duration time) throws InterruptedException {
    if (asked.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new CancellationException("the measurement was cancelled");
    }
  }
}
