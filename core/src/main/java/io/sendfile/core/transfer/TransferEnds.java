package io.sendfile.core.transfer;

import io.sendfile.core.files.Escapes;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.Transfer.TransferInfo;
import io.sendfile.core.transfer.Transfer.TransferTerms;
import io.sendfile.core.transfer.TransferScheduler.Timer;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
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

  /**
   * Logs one line for each transfer that neither completed nor was ended by its client. Bounds the
   * lines of a minute, and then logs the number of suppressed ones. Thread-safe.
   */
  static final class EndLog {
    /** Most lines a minute. */
    static final int LINES_A_MINUTE = 60;

    private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.ended");
    private static final double NANOS_PER_SECOND = 1e9;

    private final Timer timer;
    private int lines;
    private int leftOut;

    EndLog(Timer timer) {
      this.timer = timer;
    }

    /**
     * Logs the end of a transfer.
     *
     * @param taken body bytes the kernel took
     * @param nanos time from the hand-off to the end
     */
    void ended(Transfer transfer, Outcome outcome, long taken, long nanos) {
      if (outcome == Outcome.COMPLETED || outcome == Outcome.CLIENT_ABORTED || !hasRoom()) {
        return;
      }
      TransferInfo info = transfer.info();
      String given = info.id().given();
      LOG.log(
          level(outcome),
          "sendfile ended ({0}): transfer {1}{2} of ''{3}:{4}'' to {5}, application ''{6}'',"
              + " {7} of {8} bytes in {9} s{10}: {11}",
          new Object[] {
            outcome.label(),
            info.id().own(),
            given == null ? "" : " (id " + Escapes.forLog(given) + ")",
            Escapes.forLog(info.root()),
            Escapes.forLog(info.path()),
            Escapes.forLog(info.who()),
            Escapes.forLog(info.origin().application()),
            Long.toString(taken),
            Long.toString(transfer.body().length()),
            String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_SECOND),
            time(transfer.time().whole()),
            EndReason.of(outcome, transfer.terms().deadlines(), nanos)
          });
    }

    private static String time(TimeSpent spent) {
      String words = spent.words();
      return words.isEmpty() ? "" : " (" + words + ")";
    }

    /** The level of an end: a warning if an administrator should act. */
    private static Level level(Outcome outcome) {
      return outcome == Outcome.CHANGED || outcome == Outcome.IO_ERROR ? Level.WARNING : Level.INFO;
    }

    private boolean hasRoom() {
      boolean first;
      synchronized (this) {
        if (lines == LINES_A_MINUTE) {
          leftOut++;
          return false;
        }
        first = lines == 0;
        lines++;
      }
      if (first) {
        timer.after(TimeUnit.MINUTES.toNanos(1), this::minuteIsOver);
      }
      return true;
    }

    /** Logs the number of suppressed lines, if any, and starts a new minute. */
    void minuteIsOver() {
      int others;
      synchronized (this) {
        others = leftOut;
        lines = 0;
        leftOut = 0;
      }
      if (others > 0) {
        LOG.log(
            Level.INFO,
            "sendfile ended {0} more transfers, which are not logged one by one: there are at most"
                + " {1} lines a minute",
            new Object[] {Integer.toString(others), Integer.toString(LINES_A_MINUTE)});
      }
    }
  }
}
