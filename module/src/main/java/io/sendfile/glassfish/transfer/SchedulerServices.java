package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.files.PageCacheProbe;
import io.sendfile.glassfish.spi.Outcome;
import org.jspecify.annotations.Nullable;

/** Services of the scheduler for a transfer. Thread-safe. */
interface SchedulerServices {
  /** Has a worker call {@link Transfer#turn} soon. */
  void grantTurn(Transfer transfer);

  /** Has a thread call {@link Transfer#readAhead}. */
  default void awaitDisk(Transfer transfer) {
    transfer.readAhead();
  }

  /** The probe for bytes that are on the disk; null to leave waits for it to workers. */
  default @Nullable PageCacheProbe probe() {
    return null;
  }

  /** Runs an action after that many nanoseconds. */
  void after(long nanos, Runnable action);

  /**
   * The transfer is over; told once.
   *
   * @param left bytes that keep its claim; null if there are none
   */
  void finished(
      Transfer transfer,
      @Nullable UnsentBytes left,
      Outcome outcome,
      long firstByteNanos,
      long nanos);
}
