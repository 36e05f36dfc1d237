package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.spi.TransferResult;
import io.sendfile.glassfish.threads.Thrown;
import io.sendfile.glassfish.transfer.TransferScheduler.Timer;
import java.util.List;
import java.util.logging.Logger;

/**
 * Reports the end of each transfer to statistics, listeners and log, in this order. Thread-safe.
 */
final class TransferEnds {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final List<TransferListener> listeners;
  private final EndLog log;

  /**
   * @param listeners called at each end; may change if it is thread-safe
   */
  TransferEnds(Timer timer, List<TransferListener> listeners) {
    this.listeners = listeners;
    this.log = new EndLog(timer);
  }

  void ended(Transfer transfer, Outcome outcome, long firstByteNanos, long nanos) {
    tell(transfer, outcome, firstByteNanos, nanos);
    log.ended(transfer, outcome, transfer.counted(), nanos);
  }

  private void tell(Transfer transfer, Outcome outcome, long firstByteNanos, long nanos) {
    long taken = transfer.counted();
    transfer.terms().stats().finished(outcome, taken, firstByteNanos, nanos);
    EndReport report = transfer.terms().report();
    if (report == null && listeners.isEmpty()) {
      return;
    }
    TransferResult result =
        transfer.info().result(transfer.body(), outcome, taken, firstByteNanos, nanos);
    if (report != null) {
      tell(ended -> report.ended(ended, transfer.time().whole()), result);
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

  /** Writes the collected lines of the log. */
  void close() {
    log.minuteIsOver();
  }
}
