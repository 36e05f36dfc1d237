package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.transfer.TurnOrder.Rank;
import io.sendfile.glassfish.transfer.TurnOrder.Waiting;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Brings transfers that could send to the workers, in turn. Thread-safe. */
final class TurnQueue {
  private final Executor workers;
  private final TurnOrder<Transfer> order = new TurnOrder<>();
  private int postponed;

  TurnQueue(Executor workers) {
    this.workers = workers;
  }

  /** Says how many workers there are. */
  synchronized void workers(int number) {
    order.workers(number);
  }

  /**
   * Has a worker give the transfer a turn.
   *
   * @throws RejectedExecutionException if there are no workers any more
   */
  void add(Transfer transfer) {
    Rank rank = transfer.rank();
    synchronized (this) {
      order.add(transfer, rank);
    }
    try {
      workers.execute(this::runNext);
    } catch (RejectedExecutionException e) {
      remove(transfer);
      throw e;
    }
  }

  private synchronized void remove(Transfer transfer) {
    order.remove(transfer);
  }

  /**
   * Runs as often as transfers were added; which worker runs whose turn does not matter. Who may
   * not have a turn now gets it from a worker whose turn has ended.
   */
  private void runNext() {
    Waiting<Transfer> turn = next();
    while (turn != null) {
      turn.who().turn();
      turn = ended(turn);
    }
  }

  private synchronized @Nullable Waiting<Transfer> next() {
    Waiting<Transfer> turn = order.next();
    postponed += turn == null ? 1 : 0;
    return turn;
  }

  private synchronized @Nullable Waiting<Transfer> ended(Waiting<Transfer> turn) {
    order.ended(turn);
    Waiting<Transfer> next = postponed > 0 ? order.next() : null;
    postponed -= next == null ? 0 : 1;
    return next;
  }
}
