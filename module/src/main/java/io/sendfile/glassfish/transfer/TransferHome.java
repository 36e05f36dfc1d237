package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;

/** What the scheduler does for a transfer. Thread-safe. */
interface TransferHome {
  /** Has a worker call {@link Transfer#turn} soon. */
  void grantTurn(Transfer transfer);

  /** Runs an action after that many nanoseconds. */
  void after(long nanos, Runnable action);

  /** The transfer is over; told once. */
  void finished(Transfer transfer, Outcome outcome, long firstByteNanos, long nanos);
}
