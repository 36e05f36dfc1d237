package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.spi.TransferResult;
import io.sendfile.glassfish.threads.Thrown;
import java.util.List;
import java.util.logging.Logger;

/** Counts the end of each transfer, and tells it to listeners. Thread-safe. */
final class EndReports {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final List<TransferListener> listeners;

  /**
   * @param listeners of all transfers; may change if it is thread-safe
   */
  EndReports(List<TransferListener> listeners) {
    this.listeners = listeners;
  }

  void ended(Transfer transfer, Outcome outcome, long firstByteNanos, long nanos) {
    long taken = transfer.counted();
    transfer.terms().stats().finished(outcome, taken, firstByteNanos, nanos);
    TransferListener report = transfer.terms().report();
    if (report == null && listeners.isEmpty()) {
      return;
    }
    TransferResult result =
        transfer.info().result(transfer.body(), outcome, taken, firstByteNanos, nanos);
    if (report != null) {
      tell(report, result);
    }
    listeners.forEach(listener -> tell(listener, result));
  }

  private static void tell(TransferListener listener, TransferResult result) {
    try {
      listener.transferFinished(result);
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "a listener of transfers failed", listener.getClass().getName());
    }
  }
}
