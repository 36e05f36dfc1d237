package io.sendfile.spi;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Records that a store or a queue cannot keep: a problem while it fails and for five minutes after
 * each loss, a counter, and a line in the log at once, but at most one a minute. Thread-safe.
 */
public final class Losses {
  /** The remedy of a store whose disk is full, or whose folder or files are not its own. */
  public static final String DISK =
      "make room on its disk, let the server's user write to its folder, and leave its files there";

  private static final long LINE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long RECENT_NANOS = Duration.ofMinutes(5).toNanos();

  private final String store;
  private final Severity worst;
  private final String remedy;
  private final Logger log;
  private final LongSupplier nanoTime;
  private volatile String failure = "";
  private String cause = "";
  private long lost;
  private long recent;
  private long lostNanos;
  private boolean logged;
  private boolean failureLogged;
  private long loggedNanos;

  /**
   * Nothing lost so far.
   *
   * @param store stable name, as metrics have it, such as {@code download-log}
   * @param worst severity of a loss
   * @param remedy for the administrator, as a phrase
   * @param nanoTime monotonic clock, nanoseconds
   */
  public Losses(String store, Severity worst, String remedy, Logger log, LongSupplier nanoTime) {
    this.store = store;
    this.worst = worst;
    this.remedy = remedy;
    this.log = log;
    this.nanoTime = nanoTime;
  }

  /** The stable name of the store. */
  public String store() {
    return store;
  }

  /** It cannot keep anything now; what comes may still wait for it. */
  public void fails(String why) {
    failure = why;
    tell();
  }

  /**
   * The same, told with what would be lost if the process ended now.
   *
   * @param waiting number of records that are in memory only
   */
  public void fails(String why, int waiting) {
    fails(waiting == 0 ? why : why + "; " + waiting + " wait");
  }

  /** It keeps what it gets, again or still. */
  public void works() {
    if (isFailing()) {
      worksAgain();
    }
  }

  private void worksAgain() {
    synchronized (this) {
      failure = "";
      if (!failureLogged) {
        return;
      }
      failureLogged = false;
    }
    log.log(
        Level.INFO,
        "sendfile: {0} works again; {1} records were lost since the start",
        new Object[] {store, Long.toString(lost())});
  }

  /** It lost some for good. */
  public void lost(long number, String why) {
    add(number, why);
    tell();
  }

  private synchronized void add(long number, String why) {
    long now = nanoTime.getAsLong();
    recent = isRecent(now) ? recent + number : number;
    lost += number;
    lostNanos = now;
    cause = why;
  }

  private boolean isRecent(long now) {
    return lost > 0 && now - lostNanos < RECENT_NANOS;
  }

  /** Without the monitor, as a log may take its time. */
  private void tell() {
    Problem untold = untold();
    if (untold != null) {
      log.warning(() -> "sendfile: " + untold.sentence());
    }
  }

  /** The problem, if it is time for a line about it. */
  private synchronized @Nullable Problem untold() {
    Problem problem = problem();
    long now = nanoTime.getAsLong();
    if (problem == null || (logged && now - loggedNanos < LINE_NANOS)) {
      return null;
    }
    logged = true;
    loggedNanos = now;
    failureLogged = isFailing();
    return problem;
  }

  /** Whether it cannot keep anything now. */
  public boolean isFailing() {
    return !failure.isEmpty();
  }

  /** The reason for that, in words; empty if there is none. */
  public String failure() {
    return failure;
  }

  /** Number of those lost since the start of the server. */
  public synchronized long lost() {
    return lost;
  }

  /** Null if all is kept; a warning while it fails and nothing was lost. */
  public synchronized @Nullable Problem problem() {
    boolean some = isRecent(nanoTime.getAsLong());
    if (!some && !isFailing()) {
      return null;
    }
    String number = some ? recent + " lost" : "";
    String text =
        isFailing() ? failure + (some ? "; " + number : "") : number + ", the last: " + cause;
    return new Problem(ProblemCode.RECORDS, some ? worst : Severity.WARNING, store, text, remedy);
  }
}
