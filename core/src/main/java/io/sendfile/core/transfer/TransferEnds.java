package io.sendfile.core.transfer;

import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.TransferScheduler.Timer;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
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
    TransferTerms terms = transfer.terms();
    TransferListener report = terms.report();
    boolean usual = terms.small() && outcome == Outcome.COMPLETED;
    if (report == null && !areWanted(usual)) {
      return;
    }
    TransferResult result =
        transfer
            .info()
            .result(
                transfer.body(),
                terms.small(),
                outcome,
                EndReason.of(outcome, terms.deadlines(), nanos),
                taken,
                firstByteNanos,
                nanos,
                transfer.time().whole());
    if (report != null) {
      tell(report, result);
    }
    for (TransferListener listener : listeners) {
      if (!usual || listener.wantsUsual()) {
        tell(listener, result);
      }
    }
  }

  /**
   * Whether one of the listeners wants the result of such a transfer.
   *
   * @param usual whether that is small and completed
   */
  boolean areWanted(boolean usual) {
    for (TransferListener listener : listeners) {
      if (!usual || listener.wantsUsual()) {
        return true;
      }
    }
    return false;
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
