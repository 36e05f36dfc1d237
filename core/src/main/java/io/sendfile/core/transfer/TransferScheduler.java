package io.sendfile.core.transfer;

import io.sendfile.core.files.PageCacheProbe;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.core.threads.Thrown;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Admits transfers and grants them turns, first come, first served, on the download workers.
 * Thread-safe. Time comes from outside, by calls of {@link #tick} a few times a second.
 */
public final class TransferScheduler {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final TurnThreads workers;
  private final TurnQueue turns;
  private final SpareWorkers spares = new SpareWorkers();
  private final Timer timer;
  private final DiskLane disk;
  final AdmissionControl places;
  private final Map<WeakReference<Object>, Reservation> lists = new ConcurrentHashMap<>();
  private final TransferEnds ends;
  private final SchedulerServices services = new Services();
  private volatile @Nullable UnaryOperator<String> whyStopped;

  /**
   * A scheduler that runs turns on {@code workers}.
   *
   * @param disk the threads that wait for the disk in place of workers
   * @param listeners called at the end of each transfer; may change if it is thread-safe
   */
  public TransferScheduler(
      TurnThreads workers,
      Timer timer,
      DiskLane disk,
      Limits limits,
      List<TransferListener> listeners) {
    this.workers = workers;
    this.turns = new TurnQueue(workers);
    this.timer = timer;
    this.places = new AdmissionControl(limits);
    this.disk = disk;
    this.ends = new TransferEnds(timer, listeners);
  }

  /** Sets the number of workers. */
  public void workers(int number) {
    turns.workers(number);
  }

  /** The timer for short actions. */
  public Timer timer() {
    return timer;
  }

  /** The usage of the limits and of the common workers. */
  public LimitUsage usage() {
    return turns.withWorkers(places.usage());
  }

  /** Changes the limits for later transfers. */
  public void limits(Limits newLimits) {
    places.limits(newLimits).forEach(Transfer::placed);
  }

  /** Has all transfers take up shared rates that have changed. */
  public void ratesChanged() {
    places.live().forEach(Transfer::ratesChanged);
  }

  /** The limits of administrators. */
  public TransferLimits administrators() {
    return places.administrators();
  }

  /**
   * Has other limits of administrators, in force for running transfers at once.
   *
   * @param rates that transfers share
   */
  public void limits(List<LimitRule> rules, Instant now, long nowNanos, SharedRates rates) {
    if (places.limits(rules, now, nowNanos)) {
      takeUpLimits(rates);
    }
  }

  /** Looks whether limits of administrators have come to their end. */
  public void lookAtLimits(Instant now, SharedRates rates) {
    if (places.lookAtLimits(now)) {
      takeUpLimits(rates);
    }
  }

  private void takeUpLimits(SharedRates rates) {
    rates.takeUp(administrators());
    ratesChanged();
    places.live().forEach(this::endIfKeptOut);
  }

  private void endIfKeptOut(Transfer transfer) {
    if (!administrators().areNone()) {
      LimitRule limit = administrators().keepingOut(transfer.info().subject());
      if (limit != null) {
        transfer.end(Outcome.ENDED_BY_LIMIT, limit.detail());
      }
    }
  }

  /**
   * Counts a reserved place under the limits of administrators, until it is left or its transfer
   * ends; or returns the one that is full.
   */
  public @Nullable LimitRule enterLimits(Claim claim, LimitSubject subject) {
    return administrators().areNone() ? null : places.enterLimits(claim, subject);
  }

  /**
   * Reserves a place. Each START and WAIT must be followed by {@link #submit}, with a transfer of
   * the same claim, or {@link #leave}.
   */
  public Admission admit(Claim claim) {
    Admission admission = places.admit(claim);
    return admission.refused() && haveLeft(claim) ? places.admit(claim) : admission;
  }

  /** Releases the client's claims on bytes that have been sent by now; false if there were none. */
  private boolean haveLeft(Claim claim) {
    boolean any = false;
    for (UnsentBytes left : places.remains()) {
      if (left.claim().client().equals(claim.client()) && left.haveLeft()) {
        places.forget(left).forEach(Transfer::placed);
        any = true;
      }
    }
    return any;
  }

  /** Gives a reserved place back unused. */
  public void leave(Admission admission, Claim claim) {
    places.leave(admission, claim).forEach(Transfer::placed);
  }

  /** Whether a listener wants the results of small files that were delivered. */
  public boolean tellsUsual() {
    return ends.areWanted(true);
  }

  /**
   * Whether a small transfer may run at once: START, or the reason for a refusal. Reserves nothing.
   */
  public Admission mayRunAtOnce(Claim claim) {
    return places.mayRunAtOnce(claim);
  }

  /**
   * A reservation of no memory yet, for a list of files that an application writes.
   *
   * @param owner has the list: when it is collected, as its request came to no end, the memory is
   *     given back
   */
  public Reservation reserveForList(Object owner) {
    Reservation reserved = new Reservation(places, null);
    lists.put(new WeakReference<>(owner), reserved);
    return reserved;
  }

  private void sweepLists() {
    lists
        .entrySet()
        .removeIf(
            list -> {
              boolean gone = list.getKey().refersTo(null);
              if (gone) {
                list.getValue().close();
              }
              return gone || list.getValue().isClosed();
            });
  }

  /**
   * A reservation of no memory yet, for the plan of an archive.
   *
   * @param client as of {@link Claim#client}
   */
  public Reservation reserveForPlan(Object client) {
    return new Reservation(places, client);
  }

  /** Starts a transfer in its reserved place. */
  public void submit(Transfer transfer, Admission admission) {
    transfer.terms().stats().add(Figure.STARTED, 1);
    transfer.attach(services);
    List<Transfer> next = places.take(transfer, admission);
    endIfClosed(transfer);
    if (admission == Admission.START) {
      transfer.placed();
    }
    next.forEach(Transfer::placed);
  }

  /**
   * Runs the first turn on the calling thread, outside the limits, for a transfer that will most
   * likely end in it.
   *
   * @throws IllegalArgumentException if it needs memory for pieces, which it has no place to claim
   */
  public void runAtOnce(Transfer transfer) {
    if (transfer.terms().claim().piece() > 0) {
      throw new IllegalArgumentException("pieces are for transfers with a place");
    }
    transfer.terms().stats().add(Figure.STARTED, 1);
    transfer.attach(services);
    transfer.turn();
    if (transfer.state() == TransferState.FINISHED) {
      return;
    }
    places.takeUncounted(transfer);
    endIfClosed(transfer);
  }

  private void endIfClosed(Transfer added) {
    if (places.closed()) {
      added.shutDown();
    }
    // By a limit that came in between.
    endIfKeptOut(added);
    // It may have ended before it was added, and then must be removed again.
    if (added.state() == TransferState.FINISHED) {
      places.forget(added, null).forEach(Transfer::placed);
    }
  }

  /** The live transfers, small ones included, in no order. */
  public List<Transfer> transfers() {
    return List.copyOf(places.live());
  }

  /**
   * Results of the live transfers, but for small ones, as if they ended now.
   *
   * @param outcome of each
   */
  public List<TransferResult> lastKnown(Outcome outcome) {
    return places.live().stream()
        .filter(transfer -> !transfer.terms().small())
        .map(transfer -> transfer.lastKnown(outcome))
        .toList();
  }

  /** Statistics of the transfers that hold a worker. */
  public List<StatsRecorder> busy() {
    return places.live().stream()
        .filter(transfer -> transfer.state().holdsWorker())
        .map(transfer -> transfer.terms().stats())
        .toList();
  }

  /** Checks every deadline, and lends spare workers. By one thread at a time. */
  public void tick() {
    spares.look(places.live(), turns);
    places.live().forEach(TransferScheduler::tick);
    places.remains().forEach(this::tick);
    places.promoteNext().forEach(Transfer::placed);
    sweepLists();
  }

  /** Checks one transfer; its exception must not keep others from their deadlines. */
  private static void tick(Transfer transfer) {
    try {
      transfer.tick();
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the transfer could not be checked", transfer.info().id().own());
    }
  }

  private void tick(UnsentBytes left) {
    try {
      if (left.tick()) {
        places.forget(left).forEach(Transfer::placed);
      }
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the unsent bytes of an ended transfer could not be checked");
    }
  }

  /**
   * Refuses new transfers until {@link #resume}; the future completes then, or when the last
   * transfer has ended.
   */
  public Future<@Nullable Void> refuseNew(Admission why) {
    return places.refuseNew(why);
  }

  /** The reason of {@link #refuseNew}; null while transfers are admitted. */
  public @Nullable Admission refusing() {
    return places.refusing();
  }

  /** Admits again. */
  public void resume() {
    places.resume();
  }

  /**
   * Ends every transfer with {@code SHUTDOWN}; returns their number.
   *
   * @param why the reason, without a full stop
   */
  public int endAll(String why) {
    return (int)
        places.live().stream().filter(transfer -> transfer.end(Outcome.SHUTDOWN, why)).count();
  }

  /**
   * Asks for the reason of an end by a listener that closes its connections.
   *
   * @param newWhy the reason by the name of the listener, without a full stop
   */
  public void askWhyStopped(UnaryOperator<String> newWhy) {
    whyStopped = newWhy;
  }

  /** Ends every transfer with {@code SHUTDOWN} and admits no more. */
  public void close() {
    places.close();
    places.live().forEach(Transfer::shutDown);
    ends.close();
  }

  private final class Services implements SchedulerServices {
    @Override
    public void grantTurn(Transfer transfer) {
      ConnectionTurns connectionTurns = transfer.terms().priority().connectionTurns();
      if (connectionTurns == null) {
        queueUp(transfer);
      } else {
        connectionTurns.wantsTurn(() -> queueUp(transfer));
      }
    }

    private void queueUp(Transfer transfer) {
      try {
        transfer.terms().turnsOr(turns).add(transfer);
      } catch (RejectedExecutionException e) {
        transfer.shutDown();
      } catch (RuntimeException | Error e) {
        // Ends the transfer, which would wait for this turn for ever.
        Thrown.log(LOG, e, "the transfer could not get a turn", transfer.info().id().own());
        transfer.end(Outcome.IO_ERROR);
      }
    }

    @Override
    public String whyStopped(String listener) {
      UnaryOperator<String> why = whyStopped;
      return why == null ? SchedulerServices.super.whyStopped(listener) : why.apply(listener);
    }

    @Override
    public void awaitDisk(Transfer transfer) {
      transfer.terms().priority().rests();
      disk.await(transfer);
    }

    @Override
    public @Nullable PageCacheProbe probe() {
      return disk.probe();
    }

    @Override
    public boolean reservePiece(Claim claim) {
      return places.reservePiece(claim);
    }

    @Override
    public void giveBackPiece(Claim claim) {
      places.giveBackPiece(claim).forEach(Transfer::placed);
    }

    @Override
    public void park(long nanos) {
      workers.park(nanos);
    }

    @Override
    public void wake(Thread parked) {
      workers.wake(parked);
    }

    @Override
    public void after(long nanos, Runnable action) {
      timer.after(nanos, action);
    }

    @Override
    public void finished(
        Transfer transfer,
        @Nullable UnsentBytes left,
        Outcome outcome,
        long firstByteNanos,
        long nanos) {
      try {
        try {
          disk.forget(transfer);
          places.forget(transfer, left).forEach(Transfer::placed);
        } finally {
          ends.ended(transfer, outcome, firstByteNanos, nanos);
        }
      } catch (RuntimeException | Error e) {
        Thrown.log(
            LOG, e, "the end of the transfer could not be reported", transfer.info().id().own());
      }
    }
  }

  /**
   * Reports the end of each transfer to statistics, listeners and log, in this order; those that
   * completed, or were ended by their client, are left out of the log. Thread-safe.
   */
  static final class TransferEnds {
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
      TransferTerms terms = transfer.terms();
      long taken = transfer.counted();
      terms.stats().finished(outcome, taken, nanos);
      boolean usual = terms.small() && outcome == Outcome.COMPLETED;
      boolean told = terms.report() != null || areWanted(usual);
      boolean logged = outcome != Outcome.COMPLETED && outcome != Outcome.CLIENT_ABORTED;
      if (!told && !logged) {
        return;
      }
      String reason = transfer.endReason(outcome, nanos);
      Slowness slowness = transfer.slowness();
      if (told) {
        TransferResult result =
            transfer
                .info()
                .result(
                    transfer.body(),
                    terms.small(),
                    outcome,
                    reason,
                    taken,
                    firstByteNanos,
                    nanos,
                    slowness,
                    transfer.profile(nanos));
        tell(terms.report(), usual, result);
      }
      if (logged) {
        log.ended(transfer, outcome, taken, nanos, slowness.time(), reason);
      }
    }

    private void tell(@Nullable TransferListener report, boolean usual, TransferResult result) {
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
     * Logs one line for each end. Bounds the lines of a minute, and then logs the number of
     * suppressed ones. Thread-safe.
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
       * @param spent that time by what it waited for
       */
      void ended(
          Transfer transfer,
          Outcome outcome,
          long taken,
          long nanos,
          TimeSpent spent,
          String reason) {
        if (!hasRoom()) {
          return;
        }
        TransferInfo info = transfer.info();
        String given = info.id().given();
        LOG.log(
            level(outcome),
            "sendfile ended ({0}): transfer {1}{2} of ''{3}:{4}'' to {5}, {6},"
                + " {7} of {8} bytes in {9} s{10}: {11}",
            new Object[] {
              outcome.label(),
              info.id().own(),
              given == null ? "" : " (id " + Escapes.forLog(given) + ")",
              Escapes.forLog(info.root()),
              Escapes.forLog(info.path()),
              Escapes.forLog(info.who()),
              application(info.origin().application()),
              Long.toString(taken),
              Long.toString(transfer.body().length()),
              String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_SECOND),
              time(spent),
              reason
            });
      }

      private static String application(String name) {
        return name.isEmpty() ? "no application" : "application '" + Escapes.forLog(name) + "'";
      }

      private static String time(TimeSpent spent) {
        String words = spent.words();
        return words.isEmpty() ? "" : " (" + words + ")";
      }

      /** The level of an end: a warning if an administrator should act. */
      private static Level level(Outcome outcome) {
        return outcome == Outcome.CHANGED || outcome == Outcome.IO_ERROR
            ? Level.WARNING
            : Level.INFO;
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
          endMinute();
        }
        return true;
      }

      private void endMinute() {
        try {
          timer.after(TimeUnit.MINUTES.toNanos(1), this::minuteIsOver);
        } catch (RuntimeException | Error e) {
          Thrown.log(TransferScheduler.LOG, e, "the minute of the log begins anew");
          minuteIsOver();
        }
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
              "sendfile ended {0} more transfers, which are not logged one by one: there are at"
                  + " most {1} lines a minute",
              new Object[] {Integer.toString(others), Integer.toString(LINES_A_MINUTE)});
        }
      }
    }
  }
}
