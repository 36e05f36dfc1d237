package io.sendfile.core.transfer;

import java.util.concurrent.locks.LockSupport;

/** The way in which a worker waits within its turn. Thread-safe. */
public interface Parker {
  /** Parks the calling thread for that many nanoseconds at most, or until it is woken. */
  default void park(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }

  /** Wakes a parked thread, or one that is about to park. */
  default void wake(Thread parked) {
    LockSupport.unpark(parked);
  }
}
