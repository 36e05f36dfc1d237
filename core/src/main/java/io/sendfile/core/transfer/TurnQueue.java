package io.sendfile.core.transfer;

import io.sendfile.core.transfer.AdmissionControl.LimitUsage;
import io.sendfile.core.transfer.SharedRates.Branch;
import io.sendfile.core.transfer.Transfer.TransferState;
import io.sendfile.core.transfer.TurnQueue.TurnOrder.Rank;
import io.sendfile.core.transfer.TurnQueue.TurnOrder.Waiting;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
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
    order.workers(newNumber + spares);
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
      order.workers(number + newSpares);
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

  /**
   * Requests a worker, unless there are enough tasks for the turns that may begin now. With spare
   * workers there may be more tasks, since some may wait behind a sleeping worker.
   */
  private void ask() {
    synchronized (this) {
      int ready = order.ready();
      if (ready == 0 || asked >= ready + spares) {
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

  private void askUnlessClosed() {
    try {
      ask();
    } catch (RejectedExecutionException e) {
      LOG.log(Level.FINEST, "the workers have been closed, and all transfers with them", e);
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
    askUnlessClosed();
  }

  /** The way in which a worker waits within its turn. Thread-safe. */
  public interface Parker {
    /** Parks the calling thread for that many nanoseconds at most, or until it is woken. */
    default void park(long nanos) {
      LockSupport.parkNanos(this, nanos);
    }

    /** Wakes a parked thread, or one that is about to park. */
    default void wake(Thread parked) {
      LockSupport.unpark(parked);
    }
  }

  /** The threads of turns. Thread-safe. */
  @FunctionalInterface
  public interface TurnThreads extends Executor, Parker {
    /** Sets the number of additional threads; 0 removes them when they become idle. */
    default void spares(int number) {}
  }

  /**
   * Replaces workers that sleep in the kernel. A probe of the page cache cannot check every page,
   * and under memory pressure single pages are dropped: then sendfile(2) waits for a busy disk, and
   * with all workers asleep no download would progress. Not thread-safe.
   */
  static final class SpareWorkers {
    /** Most spare workers of a queue; further sleepers are not replaced. */
    static final int MOST = 16;

    /** Bytes that each sending transfer had moved at the last check. */
    private Map<Transfer, Long> sending = Map.of();

    /** Queues that have spare workers. */
    private Set<TurnQueue> lent = Set.of();

    /**
     * Adds a spare worker for each transfer that has moved no byte in its turn since the last
     * check.
     *
     * @param common the queue of transfers without their own
     */
    void look(Collection<Transfer> transfers, TurnQueue common) {
      Map<Transfer, Long> now = new HashMap<>();
      Map<TurnQueue, Integer> asleep = new LinkedHashMap<>();
      for (Transfer transfer : transfers) {
        if (transfer.state() == TransferState.SENDING) {
          long taken = transfer.taken();
          now.put(transfer, taken);
          if (Objects.equals(sending.get(transfer), taken)) {
            asleep.merge(transfer.terms().turnsOr(common), 1, Integer::sum);
          }
        }
      }
      asleep.forEach((queue, sleepers) -> queue.spares(Math.min(MOST, sleepers)));
      lent.stream().filter(queue -> !asleep.containsKey(queue)).forEach(queue -> queue.spares(0));
      sending = now;
      lent = asleep.keySet();
    }
  }

  /**
   * The order of turns, by three ranks: urgent or new transfers first, then the usual ones, then
   * those that let others go first. Every fourth turn goes to the lower ranks, so that endless new
   * transfers starve nobody. Within a rank, clients take turns, however many transfers they have,
   * and the transfers of one client are in the order of arrival. One worker is reserved for new
   * transfers, where their algorithm puts them first. Not thread-safe.
   *
   * @param <T> owner of turns
   */
  public static final class TurnOrder<T> {
    private static final int MOST_IN_A_ROW = 3;

    /**
     * A waiting owner.
     *
     * @param who the owner
     * @param rank its rank
     * @param <T> owner of turns
     */
    public record Waiting<T>(T who, Rank rank) {}

    /** Ranks of waiting turns. */
    public enum Rank {
      /**
       * The first turn of a transfer whose algorithm puts new transfers first; or a turn of an
       * urgent transfer.
       */
      FIRST,
      /** A later turn of a transfer whose algorithm puts new transfers first. */
      LATER,
      /** A turn of a transfer whose algorithm does not prefer new transfers. */
      USUAL,
      /** A turn of a transfer whose application lets others go first. */
      LAST;

      boolean leavesAWorker() {
        return this == LATER || this == LAST;
      }
    }

    private final FairQueue<Waiting<T>> first = new FairQueue<>();
    private final FairQueue<Waiting<T>> others = new FairQueue<>();
    private final FairQueue<Waiting<T>> last = new FairQueue<>();
    private int mostLeaving = Integer.MAX_VALUE;
    private int leaving;
    private int firstInARow;
    private int othersInARow;

    /** Sets the number of workers. */
    public void workers(int number) {
      mostLeaving = Math.max(1, number - 1);
    }

    /**
     * Adds a waiting owner.
     *
     * @param path its place in the tree of clients; must not change before its turn
     */
    public void add(T who, Rank rank, List<Branch> path) {
      queue(rank).add(new Waiting<>(who, rank), path);
    }

    private FairQueue<Waiting<T>> queue(Rank rank) {
      return switch (rank) {
        case FIRST -> first;
        case LATER, USUAL -> others;
        case LAST -> last;
      };
    }

    /** The queue with the next turn that is not a new transfer's. */
    private FairQueue<Waiting<T>> behind() {
      boolean theirTurn = othersInARow == MOST_IN_A_ROW && leaving < mostLeaving;
      return others.isEmpty() || (theirTurn && !last.isEmpty()) ? last : others;
    }

    /** Leaves the queue, if present. */
    void remove(T unwanted, Rank rank, List<Branch> path) {
      queue(rank).remove(new Waiting<>(unwanted, rank), path);
    }

    /** The number of turns that may begin now. */
    int ready() {
      Waiting<T> other = behind().peek();
      boolean leaves = other != null && other.rank.leavesAWorker();
      int most = leaves ? Math.max(0, mostLeaving - leaving) : Integer.MAX_VALUE;
      return first.size() + Math.min(others.size() + last.size(), most);
    }

    /** Removes and returns the next owner for its turn; null when none may have one now. */
    public @Nullable Waiting<T> next() {
      FairQueue<Waiting<T>> behind = behind();
      Waiting<T> other = behind.peek();
      boolean full = other != null && other.rank.leavesAWorker() && leaving >= mostLeaving;
      boolean goesFirst =
          !first.isEmpty() && (other == null || full || firstInARow < MOST_IN_A_ROW);
      if (!goesFirst && (other == null || full)) {
        return null;
      }
      firstInARow = goesFirst ? firstInARow + 1 : 0;
      if (!goesFirst) {
        othersInARow = behind == others ? Math.min(MOST_IN_A_ROW, othersInARow + 1) : 0;
      }
      Waiting<T> next = goesFirst ? first.next(turn -> 1) : behind.next(turn -> 1);
      leaving += next != null && next.rank.leavesAWorker() ? 1 : 0;
      return next;
    }

    /** Ends a turn, so that another one may begin. */
    public void ended(Waiting<T> turn) {
      leaving -= turn.rank.leavesAWorker() ? 1 : 0;
    }

    /**
     * A hierarchical fair queue. At each node of a tree the branches take turns by weight, however
     * many items each of them has waiting; the items of a leaf are served first come, first served.
     * A branch without items leaves its share to the others, and saves none. Start-time fair
     * queueing (Goyal, Vin and Cheng, 1996) at each node. Not thread-safe.
     *
     * @param <T> items; unlike each other by {@code equals}
     */
    static final class FairQueue<T> {
      /** Number of branches that a node remembers even when they are idle. */
      private static final int FEW = 64;

      private final Node<T> root = new Node<>(null);
      private int size;
      private long orders;

      private static final class Node<T> {
        final @Nullable Node<T> parent;
        final Map<Object, Node<T>> branches = new HashMap<>();

        /** The branches with items. */
        final PriorityQueue<Node<T>> waiting = new PriorityQueue<>(Node::compare);

        final Queue<T> items = new ArrayDeque<>();

        /** Virtual time: the service that a branch of weight 1 has got if it always had items. */
        double now;

        int weight;
        double begin;
        double end;
        long order;
        boolean isWaiting;
        int most = FEW;

        Node(@Nullable Node<T> parent) {
          this.parent = parent;
        }

        static int compare(Node<?> one, Node<?> other) {
          int byTime = Double.compare(one.begin, other.begin);
          return byTime == 0 ? Long.compare(one.order, other.order) : byTime;
        }

        boolean isEmpty() {
          return items.isEmpty() && waiting.isEmpty();
        }

        /** Forgets idle branches; a forgotten branch gains a turn at most. */
        Node<T> branch(Branch which) {
          Node<T> known = branches.get(which.name());
          if (known == null) {
            if (branches.size() >= most) {
              branches.values().removeIf(branch -> !branch.isWaiting);
              most = Math.max(FEW, 2 * branches.size());
            }
            known = new Node<>(this);
            branches.put(which.name(), known);
          }
          known.weight = which.weight();
          return known;
        }
      }

      int size() {
        return size;
      }

      boolean isEmpty() {
        return size == 0;
      }

      /** Number of remembered branches on the two top levels. */
      int branches() {
        return root.branches.size()
            + root.branches.values().stream().mapToInt(n -> n.branches.size()).sum();
      }

      /**
       * Adds an item.
       *
       * @param path branches from the top of the tree to a leaf
       */
      void add(T item, List<Branch> path) {
        Node<T> node = root;
        for (int i = 0; i < path.size(); i++) {
          node = node.branch(path.get(i));
        }
        node.items.add(item);
        size++;
        for (Node<T> up = node.parent; up != null && !node.isWaiting; up = node.parent) {
          await(up, node, Math.max(node.end, up.now));
          node = up;
        }
      }

      private void await(Node<T> parent, Node<T> node, double begin) {
        node.begin = begin;
        node.order = orders++;
        node.isWaiting = true;
        parent.waiting.add(node);
      }

      /** The next item; null if there is none. */
      @Nullable T peek() {
        Node<T> node = root;
        while (!node.waiting.isEmpty()) {
          node = node.waiting.element();
        }
        return node.items.peek();
      }

      /**
       * Removes the next item; null if there is none.
       *
       * @param costs the cost of its turn, more than 0
       */
      @Nullable T next(ToLongFunction<T> costs) {
        Node<T> node = root;
        while (!node.waiting.isEmpty()) {
          node = node.waiting.element();
        }
        T first = node.items.poll();
        if (first == null) {
          return null;
        }
        size--;
        double cost = costs.applyAsLong(first);
        for (Node<T> up = node.parent; up != null; up = node.parent) {
          node.end = node.begin + cost / node.weight;
          // Without competitors, virtual time moves to the end of the turn: nobody had to wait for
          // it.
          up.now = up.waiting.size() == 1 ? node.end : node.begin;
          leave(up, node);
          if (!node.isEmpty()) {
            await(up, node, node.end);
          }
          node = up;
        }
        return first;
      }

      private void leave(Node<T> parent, Node<T> node) {
        parent.waiting.remove(node);
        node.isWaiting = false;
      }

      /** Removes an item that needs no turn any more, if present. */
      void remove(T item, List<Branch> path) {
        Node<T> node = root;
        for (int i = 0; i < path.size() && node != null; i++) {
          node = node.branches.get(path.get(i).name());
        }
        if (node == null || !node.items.remove(item)) {
          return;
        }
        size--;
        for (Node<T> up = node.parent; up != null && node.isEmpty(); up = node.parent) {
          leave(up, node);
          node = up;
        }
      }
    }
  }

  /**
   * Priorities of a transfer's turns, besides its algorithm: the client's among the transfers of
   * its own connection, and the application's among all.
   *
   * @param connectionTurns among the transfers of its connection; null if it has a connection for
   *     itself
   * @param urgency by the application
   */
  public record TurnPriority(@Nullable ConnectionTurns connectionTurns, Urgency urgency) {
    /** The default: neither client nor application has set a priority. */
    public static final TurnPriority USUAL = new TurnPriority(null, Urgency.USUAL);

    /** Urgencies among all transfers. */
    public enum Urgency {
      /** Its turns go before those of others. */
      HIGH,
      /** Its algorithm decides. */
      USUAL,
      /** Its turns go after those of others. */
      LOW
    }

    /** Rank of a turn. */
    Rank rank(boolean newcomersFirst, boolean newcomer) {
      return switch (urgency) {
        case HIGH -> Rank.FIRST;
        case LOW -> Rank.LAST;
        case USUAL -> newcomersFirst ? (newcomer ? Rank.FIRST : Rank.LATER) : Rank.USUAL;
      };
    }

    /**
     * The transfer waits for its peer; others need not wait where only its own window is closed.
     */
    void awaitsPeer(TransferSink sink) {
      if (connectionTurns != null && sink.waitsAlone()) {
        connectionTurns.rests();
      }
    }

    /** The transfer waits for a reason that does not concern its connection. */
    void rests() {
      if (connectionTurns != null) {
        connectionTurns.rests();
      }
    }

    /** The transfer has ended. */
    void leaves() {
      if (connectionTurns != null) {
        connectionTurns.leaves();
      }
    }

    /**
     * The place of a transfer in the order of its connection, in which the transfers of that
     * connection get turns. Thread-safe.
     */
    public interface ConnectionTurns {
      /**
       * The transfer is ready to send.
       *
       * @param turn requests a turn for it; run once, now or as soon as no other transfer goes
       *     first
       */
      void wantsTurn(Runnable turn);

      /** The transfer waits for a reason of its own, such as its rate. */
      void rests();

      /** The transfer has ended. */
      void leaves();
    }
  }
}
