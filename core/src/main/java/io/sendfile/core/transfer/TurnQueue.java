package io.sendfile.core.transfer;

import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Passes transfers that are ready to send to the workers, in turn. Thread-safe. */
public final class TurnQueue {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final TurnThreads workers;
  private final TurnOrder<Transfer> order = new TurnOrder<>();

  /** Created once, because with a full heap it could not be. */
  private final Runnable runNext = this::runNext;

  /** Tasks of the workers that have not begun. */
  private int asked;

  /** Waiting transfers whose turn is short. */
  private int shorts;

  private int running;
  private int number;
  private int spares;

  /** A queue of these workers. */
  public TurnQueue(TurnThreads workers) {
    this.workers = workers;
  }

  /** Sets the number of workers; without it there is one for each turn. */
  public synchronized void workers(int newNumber) {
    number = newNumber;
  }

  /**
   * Sets the number of spare workers, and starts the turns that may begin now. No effect without a
   * number of workers, when each turn has its own.
   */
  void spares(int newSpares) {
    synchronized (this) {
      if (number == 0) {
        return;
      }
      spares = newSpares;
    }
    workers.spares(newSpares);
    for (int i = 0; i < newSpares; i++) {
      askUnlessClosed();
    }
  }

  /** That usage of limits, with the workers of this queue. */
  synchronized LimitUsage withWorkers(LimitUsage usage) {
    return usage.with(running, number);
  }

  /**
   * Makes a worker give the transfer a turn.
   *
   * @throws RejectedExecutionException if there are no workers any more
   */
  void add(Transfer transfer) {
    Urgency urgency = transfer.urgency();
    try {
      synchronized (this) {
        order.add(transfer, urgency, transfer.terms().claim().client());
        shorts += transfer.nextTurnIsShort() ? 1 : 0;
      }
      ask();
    } catch (RuntimeException | Error e) {
      remove(transfer, urgency);
      throw e;
    }
  }

  private synchronized void remove(Transfer transfer, Urgency urgency) {
    if (order.remove(transfer, urgency, transfer.terms().claim().client())) {
      leaves(transfer);
    }
  }

  private void leaves(Transfer transfer) {
    shorts -= transfer.nextTurnIsShort() ? 1 : 0;
  }

  /** Requests a worker, unless there are enough tasks for those that wait. */
  private void ask() {
    synchronized (this) {
      if (order.size() == 0 || asked >= enough()) {
        return;
      }
      asked++;
    }
    try {
      workers.execute(runNext);
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        asked--;
      }
      throw e;
    }
  }

  /**
   * A worker for each turn, but one for all short ones, which it gives one after the other: to wake
   * a second one would take as long. With spare workers there are more, since some turns may wait
   * behind a sleeping worker.
   */
  private int enough() {
    return order.size() - Math.max(0, shorts - 1) + spares;
  }

  private void askUnlessClosed() {
    try {
      ask();
    } catch (RejectedExecutionException e) {
      LOG.log(Level.FINEST, "the workers have been closed, and all transfers with them", e);
    }
  }

  private void runNext() {
    Transfer next = next();
    if (next != null) {
      try {
        next.turn();
      } finally {
        ended();
      }
    }
  }

  private synchronized @Nullable Transfer next() {
    asked--;
    Transfer next = order.next();
    if (next != null) {
      running++;
      leaves(next);
    }
    return next;
  }

  private void ended() {
    synchronized (this) {
      running--;
    }
    askUnlessClosed();
  }
}
