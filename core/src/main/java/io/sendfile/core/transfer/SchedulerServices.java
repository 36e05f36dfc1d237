package io.sendfile.core.transfer;

import io.sendfile.core.files.PageCacheProbe;
import io.sendfile.spi.Outcome;
import org.jspecify.annotations.Nullable;

/** Services of the scheduler for a transfer. Thread-safe. */
interface SchedulerServices extends Parker, Timer {
  /** Makes a worker call {@link Transfer#turn} soon. */
  void grantTurn(Transfer transfer);

  /** The reason why a listener closed the connection of a transfer, without a full stop. */
  default String whyStopped(String listener) {
    return "its listener " + listener + " was changed or stopped";
  }

  /** Makes a thread call {@link Transfer#readAhead}. */
  default void awaitDisk(Transfer transfer) {
    transfer.readAhead();
  }

  /** The probe for bytes on the disk; null if workers wait for the disk themselves. */
  default @Nullable PageCacheProbe probe() {
    return null;
  }

  /** Reserves the memory of a transfer's next piece; false if there is none now. */
  default boolean reservePiece(Claim claim) {
    return true;
  }

  /** Gives it back. */
  default void giveBackPiece(Claim claim) {}

  /**
   * Removes an ended transfer; called once.
   *
   * @param left unsent bytes, which keep its claim; null if there are none
   */
  void finished(
      Transfer transfer,
      @Nullable UnsentBytes left,
      Outcome outcome,
      long firstByteNanos,
      long nanos);
}
