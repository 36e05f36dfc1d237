package io.sendfile.core.transfer;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Parks a worker within a blocking turn. One worker at a time. */
final class BlockedWorker {
  /** Interval of checking the condition, in case a wake-up is lost. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private volatile @Nullable Thread worker;

  /**
   * Holds the calling thread while the condition is true.
   *
   * @return false if the thread was interrupted; its interrupt is cleared then
   */
  boolean waitWhile(BooleanSupplier blocked) {
    worker = Thread.currentThread();
    try {
      while (blocked.getAsBoolean()) {
        if (Thread.interrupted()) {
          return false;
        }
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
      return true;
    } finally {
      worker = null;
    }
  }

  /** Wakes the worker; called after the condition has become false. */
  void wake() {
    Thread waiting = worker;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }
}
