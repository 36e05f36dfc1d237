package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.spi.TransferResult;
import io.sendfile.glassfish.stats.StatsRecorder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Admits transfers and grants them turns, first come first served, on the download workers.
 * Thread-safe. Time comes from outside: someone calls {@link #tick} a few times a second.
 */
public final class TransferScheduler {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  /** Whether there is room for one more transfer. */
  public enum Admission {
    /** It may send at once. */
    START,
    /** It waits until another one ends. */
    WAIT,
    /** Too many run and wait. */
    REJECT
  }

  /**
   * How many transfers may be there.
   *
   * @param maxActive transfers that share the workers, at least 1
   * @param maxWaiting transfers that wait for one of them to end, at least 0
   */
  public record Limits(int maxActive, int maxWaiting) {}

  private enum Place {
    ACTIVE,
    WAITING,
    UNCOUNTED
  }

  /** Runs an action later, on any thread. */
  @FunctionalInterface
  public interface Timer {
    /** Runs it once, after that many nanoseconds or a little later; never after a close. */
    void after(long nanos, Runnable action);
  }

  private final Executor workers;
  private final Timer timer;
  private final StatsRecorder stats;
  private final List<TransferListener> listeners;
  private final Map<Transfer, Place> live = new ConcurrentHashMap<>();
  private final Queue<Transfer> queue = new ArrayDeque<>();
  private final Transfer.Home home = new Turns();
  private Limits limits;
  private int active;
  private int waiting;
  private boolean closed;

  /** A scheduler that runs turns on {@code workers}. */
  public TransferScheduler(
      Executor workers,
      Timer timer,
      Limits limits,
      StatsRecorder stats,
      List<TransferListener> listeners) {
    this.workers = workers;
    this.timer = timer;
    this.limits = limits;
    this.stats = stats;
    this.listeners = listeners;
  }

  /** Changes the limits for transfers to come. */
  public void limits(Limits newLimits) {
    List<Transfer> next;
    synchronized (this) {
      limits = newLimits;
      next = promote();
    }
    next.forEach(home::grantTurn);
  }

  /**
   * Reserves a place. Each START and WAIT must be followed by {@link #submit} or {@link #leave}.
   */
  public synchronized Admission admit() {
    if (closed) {
      return Admission.REJECT;
    }
    if (active < limits.maxActive()) {
      active++;
      return Admission.START;
    }
    if (waiting < limits.maxWaiting()) {
      waiting++;
      return Admission.WAIT;
    }
    return Admission.REJECT;
  }

  /** Gives a reserved place back unused. */
  public void leave(Admission admission) {
    List<Transfer> next;
    synchronized (this) {
      free(admission == Admission.START ? Place.ACTIVE : Place.WAITING);
      next = promote();
    }
    next.forEach(home::grantTurn);
  }

  /** Starts a transfer in its reserved place. */
  public void submit(Transfer transfer, Admission admission) {
    stats.started();
    transfer.attach(home);
    List<Transfer> next;
    boolean late;
    synchronized (this) {
      live.put(transfer, admission == Admission.START ? Place.ACTIVE : Place.WAITING);
      if (admission == Admission.WAIT) {
        queue.add(transfer);
      }
      late = closed;
      next = promote();
    }
    if (late) {
      transfer.end(Outcome.SHUTDOWN);
    } else if (admission == Admission.START) {
      home.grantTurn(transfer);
    }
    next.forEach(home::grantTurn);
  }

  /**
   * Runs the first turn on the calling thread, outside the limits: for a transfer that most likely
   * ends in it.
   */
  public void runAtOnce(Transfer transfer) {
    stats.started();
    transfer.attach(home);
    transfer.turn();
    if (transfer.state() == Transfer.State.FINISHED) {
      return;
    }
    boolean late;
    synchronized (this) {
      live.put(transfer, Place.UNCOUNTED);
      late = closed;
    }
    if (late) {
      transfer.end(Outcome.SHUTDOWN);
    }
    // It may have finished before it was put there: leave nothing behind.
    if (transfer.state() == Transfer.State.FINISHED) {
      live.remove(transfer);
    }
  }

  /** The live transfers, in no order. */
  public List<Transfer> transfers() {
    return List.copyOf(live.keySet());
  }

  /** Transfers that wait for another one to end. */
  public synchronized int waiting() {
    return waiting;
  }

  /** Transfers that share the workers. */
  public synchronized int active() {
    return active;
  }

  /** Looks at every deadline. */
  public void tick() {
    live.keySet().forEach(Transfer::tick);
  }

  /** Ends every transfer with {@code SHUTDOWN} and admits no more. */
  public void close() {
    synchronized (this) {
      closed = true;
    }
    live.keySet().forEach(transfer -> transfer.end(Outcome.SHUTDOWN));
  }

  /**
   * Who may start now. In the same step as a place becomes free, so that nobody jumps the queue.
   */
  private synchronized List<Transfer> promote() {
    List<Transfer> next = new ArrayList<>();
    while (!closed && !queue.isEmpty() && active < limits.maxActive()) {
      Transfer first = queue.remove();
      live.put(first, Place.ACTIVE);
      waiting--;
      active++;
      next.add(first);
    }
    return next;
  }

  private synchronized void free(Place place) {
    if (place == Place.ACTIVE) {
      active--;
    } else if (place == Place.WAITING) {
      waiting--;
    }
  }

  private synchronized List<Transfer> forget(Transfer transfer) {
    Place place = live.remove(transfer);
    if (place != null) {
      free(place);
    }
    if (place == Place.WAITING) {
      queue.remove(transfer);
    }
    return promote();
  }

  private void tell(TransferResult result) {
    for (TransferListener listener : listeners) {
      try {
        listener.transferFinished(result);
      } catch (RuntimeException | LinkageError e) {
        LOG.log(Level.WARNING, e, () -> "transfer listener " + listener + " failed");
      }
    }
  }

  private final class Turns implements Transfer.Home {
    @Override
    public void grantTurn(Transfer transfer) {
      try {
        workers.execute(transfer::turn);
      } catch (RejectedExecutionException e) {
        transfer.end(Outcome.SHUTDOWN);
      }
    }

    @Override
    public void after(long nanos, Runnable action) {
      timer.after(nanos, action);
    }

    @Override
    public void burstGranted() {
      stats.burst();
    }

    @Override
    public void finished(Transfer transfer, Outcome outcome, long firstByteNanos, long nanos) {
      forget(transfer).forEach(this::grantTurn);
      stats.finished(outcome, transfer.taken(), transfer.zeroCopied());
      if (!listeners.isEmpty()) {
        tell(transfer.info().result(outcome, transfer.taken(), firstByteNanos, nanos));
      }
    }
  }
}
