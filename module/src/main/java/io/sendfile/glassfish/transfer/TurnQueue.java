package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.transfer.TurnOrder.Rank;
import io.sendfile.glassfish.transfer.TurnOrder.Waiting;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Hands transfers that could send to the workers, in turn. Thread-safe. */
public final class TurnQueue {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final Executor workers;
  private final TurnOrder<Transfer> order = new TurnOrder<>();

  /** Created once: with the heap full it could not be. */
  private final Runnable runNext = this::runNext;

  /** Tasks of the workers that have not begun. */
  private int asked;

  private int running;
  private int number;

  /** A queue of these workers. */
  public TurnQueue(Executor workers) {
    this.workers = workers;
  }

  /** Sets the number of workers; without it there is one for each turn. */
  public synchronized void workers(int newNumber) {
    number = newNumber;
    order.workers(newNumber);
  }

  /** How many workers run a turn, and how many there are. */
  synchronized Occupation occupation() {
    return new Occupation(running, number);
  }

  /**
   * Has a worker give the transfer a turn.
   *
   * @throws RejectedExecutionException if there are no workers any more
   */
  void add(Transfer transfer) {
    Rank rank = transfer.rank();
    try {
      synchronized (this) {
        order.add(transfer, rank, transfer.terms().path());
      }
      ask();
    } catch (RuntimeException | Error e) {
      remove(transfer, rank);
      throw e;
    }
  }

  private synchronized void remove(Transfer transfer, Rank rank) {
    order.remove(transfer, rank, transfer.terms().path());
  }

  /** Asks for a worker, unless enough are on their way for the turns that may begin now. */
  private void ask() {
    synchronized (this) {
      if (asked >= order.ready()) {
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

  private void runNext() {
    Waiting<Transfer> turn = next();
    if (turn != null) {
      try {
        turn.who().turn();
      } finally {
        ended(turn);
      }
    }
  }

  private synchronized @Nullable Waiting<Transfer> next() {
    asked--;
    Waiting<Transfer> next = order.next();
    running += next == null ? 0 : 1;
    return next;
  }

  private void ended(Waiting<Transfer> turn) {
    synchronized (this) {
      running--;
      order.ended(turn);
    }
    try {
      ask();
    } catch (RejectedExecutionException e) {
      LOG.log(Level.FINEST, "the workers have been closed, and all transfers with them", e);
    }
  }
}
