package io.sendfile.core.engine;

import io.sendfile.core.archive.ArchivePlan;
import io.sendfile.core.content.ArchiveList;
import io.sendfile.core.engine.Archives.Planned;
import io.sendfile.core.engine.Archives.Planning;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.Reservation;
import io.sendfile.core.transfer.TransferScheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plans of archives, for which each member is opened, on a few threads in place of those
 * of requests. Requests for equal lists share a plan if they come before it is made. Its memory is
 * claimed before that: a request waits for room, but not for ever, and no plan is made for clients
 * that have left. A plan whose members lie in stores holds no thread until these answer.
 * Thread-safe.
 */
final class ArchivePlans {
  /** Plans being made at the same time. */
  static final int MOST_AT_ONCE = 2;

  /** Longest wait for room. */
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

  private static final Planned STOPPING =
      Planned.refused(RefusalReason.STOPPING, "the server is stopping");
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.engine");

  final Archives archives;
  private final Executor threads;
  private final TransferScheduler scheduler;
  private final LongSupplier nanoTime;
  private final Map<PlanKey, PlanOrder> orders = new HashMap<>();
  private final Queue<PlanOrder> queue = new ArrayDeque<>();
  private final Set<PlanOrder> making = new LinkedHashSet<>();

  /** Orders that wait for stores, and take no thread meanwhile. */
  private final Set<PlanOrder> asking = new LinkedHashSet<>();

  private final Queue<PlanOrder> answered = new ArrayDeque<>();
  private boolean closed;

  /**
   * @param threads runs each task at once, on a thread of its own
   */
  ArchivePlans(
      Archives archives, Executor threads, TransferScheduler scheduler, LongSupplier nanoTime) {
    this.archives = archives;
    this.threads = threads;
    this.scheduler = scheduler;
    this.nanoTime = nanoTime;
  }

  /** Equal for requests that may share a plan. */
  private record PlanKey(ArchiveList list, Origin origin, ListenerConfig config) {
    // Compared by identity: after a change of the settings it is another one.
    @SuppressWarnings("ReferenceEquality")
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof PlanKey that
          && config == that.config
          && origin.equals(that.origin)
          && list.equals(that.list);
    }

    @Override
    public int hashCode() {
      return list.hashCode();
    }
  }

  /** A plan that some requests want, or have. Guarded by the lock of all. */
  private final class PlanOrder {
    final PlanKey key;
    final Runnable releaseList;
    final Reservation plan;
    final long sinceNanos = nanoTime.getAsLong();
    final Set<PlanRequest> asked = new LinkedHashSet<>();
    final long bytesWhileMade;
    int users;
    boolean made;
    volatile boolean wanted = true;

    /** Null until it is begun; of the thread that makes it. */
    @Nullable Planning planning;

    PlanOrder(PlanKey key, Runnable releaseList, Object client) {
      this.key = key;
      this.releaseList = releaseList;
      this.plan = scheduler.reserveForPlan(client);
      this.bytesWhileMade = Archives.bytesWhileMade(key.list);
    }

    Planning planning() {
      Planning begun = planning;
      if (begun == null) {
        begun = archives.begin(key.list, key.origin, key.config, () -> wanted);
        planning = begun;
      }
      return begun;
    }

    void giveBack() {
      plan.close();
      releaseList.run();
    }
  }

  /** One request for a plan. */
  final class PlanRequest {
    private final Origin origin;
    private final ListenerConfig config;
    private final Object client;
    private final CompletableFuture<Planned> answer = new CompletableFuture<>();

    /** Until it is ordered: equal lists are kept once. */
    private @Nullable ArchiveList list;

    private @Nullable PlanOrder order;
    private boolean left;

    private PlanRequest(ArchiveList list, Origin origin, ListenerConfig config, Object client) {
      this.list = list;
      this.origin = origin;
      this.config = config;
      this.client = client;
    }

    /**
     * Orders the plan, once.
     *
     * @param releaseList gives the memory of the list back, once it is not needed
     * @return the plan, which has to be {@link #release released}, or why there is none; never
     *     fails
     */
    CompletableFuture<Planned> order(Runnable releaseList) {
      PlanKey key = new PlanKey(Objects.requireNonNull(list, "ordered once"), origin, config);
      list = null;
      boolean listIsSpare = true;
      boolean stopping;
      synchronized (ArchivePlans.this) {
        stopping = closed;
        if (!stopping && !left) {
          PlanOrder known = orders.get(key);
          if (known == null) {
            listIsSpare = false;
            known = new PlanOrder(key, releaseList, client);
            orders.put(key, known);
            queue.add(known);
          }
          known.asked.add(this);
          order = known;
        }
      }
      if (listIsSpare) {
        releaseList.run();
      }
      if (stopping) {
        answer.complete(STOPPING);
      } else {
        makeNext();
      }
      return answer;
    }

    /** Gives its plan back. */
    void release() {
      ArchivePlans.this.release(Objects.requireNonNull(order, "it has a plan"));
    }

    /**
     * It wants no plan any more, and has no use for the one that it may have got. Before {@link
     * #order} too.
     */
    void leave() {
      PlanOrder mine;
      boolean made;
      boolean dropped = false;
      synchronized (ArchivePlans.this) {
        mine = order;
        if (left || mine == null) {
          left = true;
          return;
        }
        left = true;
        made = mine.made;
        if (!made) {
          mine.asked.remove(this);
          if (mine.asked.isEmpty()) {
            mine.wanted = false;
            forget(mine);
            dropped = queue.remove(mine) || asking.remove(mine) || answered.remove(mine);
          }
        }
      }
      if (dropped) {
        endPlanning(mine);
        mine.giveBack();
      }
      if (made) {
        CompletableFuture<Void> unused = answer.thenAccept(this::giveBack);
      }
    }

    private void giveBack(Planned planned) {
      if (planned.plan() != null) {
        release();
      }
    }
  }

  /**
   * A request for a plan.
   *
   * @param client as of {@link io.sendfile.core.transfer.Claim#client}
   */
  PlanRequest request(ArchiveList list, Origin origin, ListenerConfig config, Object client) {
    return new PlanRequest(list, origin, config, client);
  }

  /** Makes the plans for which there are threads and room. */
  private void makeNext() {
    List<PlanOrder> next = new ArrayList<>();
    synchronized (this) {
      while (making.size() < MOST_AT_ONCE && !answered.isEmpty()) {
        PlanOrder first = answered.remove();
        making.add(first);
        next.add(first);
      }
      Iterator<PlanOrder> waiting = queue.iterator();
      while (making.size() < MOST_AT_ONCE && waiting.hasNext()) {
        PlanOrder first = waiting.next();
        Admission room = first.plan.resize(first.bytesWhileMade);
        if (room == Admission.BUFFERS_FULL) {
          break;
        }
        if (!room.refused()) {
          waiting.remove();
          making.add(first);
          next.add(first);
        }
      }
    }
    for (PlanOrder order : next) {
      try {
        threads.execute(() -> make(order));
      } catch (RejectedExecutionException e) {
        finish(order, STOPPING);
      } catch (RuntimeException | Error e) {
        // It would keep others waiting for ever, as one of the few that are made at a time.
        finish(order, failed(e));
      }
    }
  }

  private void make(PlanOrder order) {
    Planned planned;
    try {
      Planning planning = order.planning();
      CompletableFuture<OpenResult> answer = planning.goOn();
      if (answer != null && asks(order)) {
        CompletableFuture<Void> unused = answer.thenRun(() -> goesOn(order));
        makeNext();
        return;
      }
      planned = planning.planned();
    } catch (RuntimeException | Error e) {
      planned = failed(e);
    }
    if (planned == null || (planned.plan() == null && planned.refusal() == null)) {
      // Nobody wants it any more.
      planned = STOPPING;
    }
    finish(order, planned);
    makeNext();
  }

  private static Planned failed(Throwable thrown) {
    Thrown.log(LOG, thrown, "an archive could not be planned");
    return thrown instanceof OutOfMemoryError
        ? Planned.refused(
            RefusalReason.BUFFERS_FULL,
            "the heap has no room for the plan of an archive; lower max-buffered-bytes, or give"
                + " the JVM more heap")
        : Planned.refused(RefusalReason.INTERNAL, "planning failed: " + thrown.getClass());
  }

  /** Lets others be made until its store has answered; false if nobody wants it any more. */
  private synchronized boolean asks(PlanOrder order) {
    if (closed || !order.wanted) {
      return false;
    }
    making.remove(order);
    asking.add(order);
    return true;
  }

  private void goesOn(PlanOrder order) {
    synchronized (this) {
      if (asking.remove(order)) {
        answered.add(order);
      }
    }
    makeNext();
  }

  private void finish(PlanOrder order, Planned planned) {
    ArchivePlan plan = planned.plan();
    Set<PlanRequest> told;
    synchronized (this) {
      making.remove(order);
      asking.remove(order);
      forget(order);
      told = Set.copyOf(order.asked);
      order.users = told.size();
    }
    endPlanning(order);
    if (plan == null || told.isEmpty()) {
      order.giveBack();
    } else {
      order.plan.resize(plan.heldBytes());
    }
    told.forEach(each -> each.answer.complete(planned));
  }

  private static void endPlanning(PlanOrder order) {
    if (order.planning != null) {
      order.planning.close();
      order.planning = null;
    }
  }

  private void forget(PlanOrder order) {
    order.made = true;
    orders.remove(order.key, order);
  }

  private void release(PlanOrder order) {
    synchronized (this) {
      if (--order.users > 0) {
        return;
      }
    }
    order.giveBack();
    makeNext();
  }

  /** Ends long waits. A few times a second. */
  void tick() {
    long now = nanoTime.getAsLong();
    List<PlanOrder> late = new ArrayList<>();
    synchronized (this) {
      if (queue.isEmpty() && making.isEmpty() && asking.isEmpty()) {
        return;
      }
      for (Iterator<PlanOrder> waiting = queue.iterator(); waiting.hasNext(); ) {
        PlanOrder order = waiting.next();
        if (now - order.sinceNanos >= PATIENCE_NANOS) {
          waiting.remove();
          late.add(order);
        }
      }
    }
    for (PlanOrder order : late) {
      finish(order, Planned.refused(RefusalReason.BUFFERS_FULL, tooLate()));
    }
    makeNext();
  }

  private static String tooLate() {
    return String.format(
        "for %s seconds there was no room for the plan of an archive, as transfers and"
            + " other plans hold as much memory as max-buffered-bytes allows, or its client as"
            + " much as max-client-transfers does; raise them, or give the JVM more heap",
        TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS));
  }

  /** Refuses those that wait, and makes no more. */
  void close() {
    List<PlanOrder> waiting;
    synchronized (this) {
      closed = true;
      waiting = new ArrayList<>(queue);
      waiting.addAll(asking);
      waiting.addAll(answered);
      queue.clear();
      asking.clear();
      answered.clear();
      making.forEach(order -> order.wanted = false);
    }
    for (PlanOrder order : waiting) {
      finish(order, STOPPING);
    }
  }
}
