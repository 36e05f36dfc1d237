package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import org.jspecify.annotations.Nullable;

/** Services of the scheduler for a transfer. Thread-safe. */
interface TransferHome {
  /** Has a worker call {@link Transfer#turn} soon. */
  void grantTurn(Transfer transfer);

  /** Runs an action after that many nanoseconds. */
  void after(long nanos, Runnable action);

  /**
   * The transfer is over; told once.
   *
   * @param left bytes that keep its claim; null if there are none
   */
  void finished(
      Transfer transfer, @Nullable Remains left, Outcome outcome, long firstByteNanos, long nanos);
}
