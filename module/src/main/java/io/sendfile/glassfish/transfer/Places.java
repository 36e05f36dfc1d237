package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.stats.StatsRecorder.Presence;
import io.sendfile.glassfish.transfer.TransferScheduler.Admission;
import io.sendfile.glassfish.transfer.TransferScheduler.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Who is here: transfers that share the workers, those that wait for one of them to end, and small
 * ones outside the limits. Where a method frees a place it returns who may start now, in the same
 * step, so that nobody jumps the queue. Thread-safe.
 */
final class Places {
  private enum Place {
    ACTIVE(Presence.ACTIVE),
    WAITING(Presence.WAITING),
    UNCOUNTED(Presence.ACTIVE);

    final Presence presence;

    Place(Presence presence) {
      this.presence = presence;
    }
  }

  private final Map<Transfer, Place> live = new ConcurrentHashMap<>();
  private final Queue<Transfer> queue = new ArrayDeque<>();
  private Limits limits;
  private int active;
  private int waiting;
  private boolean refusing;
  private boolean closed;
  private CompletableFuture<@Nullable Void> emptied = new CompletableFuture<>();

  Places(Limits limits) {
    this.limits = limits;
  }

  Set<Transfer> live() {
    return live.keySet();
  }

  synchronized int waiting() {
    return waiting;
  }

  synchronized int active() {
    return active;
  }

  synchronized boolean closed() {
    return closed;
  }

  /** From now on nobody is admitted and nobody starts. */
  synchronized void close() {
    closed = true;
  }

  synchronized boolean refusing() {
    return refusing;
  }

  /** From now on nobody is admitted; the future is complete when all have gone. */
  synchronized CompletableFuture<@Nullable Void> refuseNew() {
    refusing = true;
    emptied = new CompletableFuture<>();
    noteWhetherEmpty();
    return emptied;
  }

  /** Admits again. */
  synchronized void resume() {
    refusing = false;
  }

  private void noteWhetherEmpty() {
    if (refusing && active + waiting == 0 && live.isEmpty()) {
      emptied.complete(null);
    }
  }

  synchronized List<Transfer> limits(Limits newLimits) {
    limits = newLimits;
    return promote();
  }

  synchronized Admission admit() {
    if (closed || refusing) {
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

  /** A reserved place is given back unused. */
  synchronized List<Transfer> leave(Admission admission) {
    free(admission == Admission.START ? Place.ACTIVE : Place.WAITING);
    noteWhetherEmpty();
    return promote();
  }

  /** A transfer takes its reserved place. */
  synchronized List<Transfer> take(Transfer transfer, Admission admission) {
    put(transfer, admission == Admission.START ? Place.ACTIVE : Place.WAITING);
    if (admission == Admission.WAIT) {
      queue.add(transfer);
    }
    return promote();
  }

  /** A transfer is here outside the limits. */
  void takeUncounted(Transfer transfer) {
    put(transfer, Place.UNCOUNTED);
  }

  /** A transfer has gone. */
  synchronized List<Transfer> forget(Transfer transfer) {
    Place place = live.remove(transfer);
    if (place != null) {
      free(place);
      transfer.terms().stats().left(place.presence);
    }
    if (place == Place.WAITING) {
      queue.remove(transfer);
    }
    noteWhetherEmpty();
    return promote();
  }

  private List<Transfer> promote() {
    List<Transfer> next = new ArrayList<>();
    while (!closed && !queue.isEmpty() && active < limits.maxActive()) {
      Transfer first = queue.element();
      // First, lest one be active that nobody gives a turn, when there is no memory for the list.
      next.add(first);
      queue.remove();
      first.terms().stats().left(Presence.WAITING);
      put(first, Place.ACTIVE);
      waiting--;
      active++;
    }
    return next;
  }

  private void put(Transfer transfer, Place place) {
    // Counted first: the end of one that was put uncounted does not wait for this.
    transfer.terms().stats().entered(place.presence);
    live.put(transfer, place);
  }

  private void free(Place place) {
    if (place == Place.ACTIVE) {
      active--;
    } else if (place == Place.WAITING) {
      waiting--;
    }
  }
}
