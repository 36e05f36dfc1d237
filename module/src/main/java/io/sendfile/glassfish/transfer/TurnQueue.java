package io.sendfile.glassfish.transfer;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Who gets the next turn: newcomers whose algorithm puts them first, then all others, first come
 * first served. Of {@value #RUN} turns one is kept for the others, so that newcomers without end
 * starve nobody. Thread-safe.
 */
public final class TurnQueue {
  private static final int RUN = 4;

  private final Executor workers;
  private final Queue<Transfer> newcomers = new ArrayDeque<>();
  private final Queue<Transfer> others = new ArrayDeque<>();
  private int inARow;

  /** A queue whose turns these workers give. */
  public TurnQueue(Executor workers) {
    this.workers = workers;
  }

  /**
   * Has a worker give the transfer a turn.
   *
   * @throws RejectedExecutionException if there are no workers any more
   */
  void add(Transfer transfer) {
    boolean first = transfer.newcomerFirst();
    synchronized (this) {
      (first ? newcomers : others).add(transfer);
    }
    try {
      workers.execute(this::runNext);
    } catch (RejectedExecutionException e) {
      remove(transfer);
      throw e;
    }
  }

  private synchronized void remove(Transfer transfer) {
    newcomers.remove(transfer);
    others.remove(transfer);
  }

  /** As many of these as transfers were added; which worker runs whose turn does not matter. */
  private void runNext() {
    Transfer next = next();
    if (next != null) {
      next.turn();
    }
  }

  private synchronized @Nullable Transfer next() {
    boolean newcomer = !newcomers.isEmpty() && (others.isEmpty() || inARow < RUN - 1);
    inARow = newcomer ? inARow + 1 : 0;
    return newcomer ? newcomers.remove() : others.poll();
  }
}
