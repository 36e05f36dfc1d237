package io.sendfile.core.engine;

import io.sendfile.core.archive.ArchivePlan;
import io.sendfile.core.content.ArchiveList;
import io.sendfile.core.engine.Archives.Planned;
import io.sendfile.core.engine.Archives.Planning;
import io.sendfile.core.engine.Decider.Decision;
import io.sendfile.core.engine.ListenerEngine.ListenerConfig;
import io.sendfile.core.files.FileOpener.OpenResult;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root.Origin;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.AdmissionControl.Admission;
import io.sendfile.core.transfer.AdmissionControl.Reservation;
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
import java.util.function.BooleanSupplier;
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
public final class ArchivePlans {
  /** Plans being made at the same time. */
  static final int MOST_AT_ONCE = 2;

  /** Longest wait for room. */
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Planned STOPPING =
      Planned.refused(RefusalReason.STOPPING, "the server is stopping");
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.engine");

  private final Archives archives;
  private final Executor threads;
  private final TransferScheduler scheduler;
  private final LongSupplier nanoTime;
  private final Map<Key, Order> orders = new HashMap<>();
  private final Queue<Order> queue = new ArrayDeque<>();
  private final Set<Order> making = new LinkedHashSet<>();

  /** Orders that wait for stores, and take no thread meanwhile. */
  private final Set<Order> asking = new LinkedHashSet<>();

  private final Queue<Order> answered = new ArrayDeque<>();
  private long lookedNanos;
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
    this.lookedNanos = nanoTime.getAsLong();
  }

  /** Equal for requests that may share a plan. */
  private record Key(ArchiveList list, Origin origin, ListenerConfig config) {
    // Compared by identity: after a change of the settings it is another one.
    @SuppressWarnings("ReferenceEquality")
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that
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
  private final class Order {
    final Key key;
    final Runnable releaseList;
    final Reservation plan;
    final long sinceNanos = nanoTime.getAsLong();
    final Set<Asked> asked = new LinkedHashSet<>();
    final long bytesWhileMade;
    int users;
    boolean made;
    volatile boolean wanted = true;

    /** Null until it is begun; of the thread that makes it. */
    @Nullable Planning planning;

    Order(Key key, Runnable releaseList, Object client) {
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

  /** One request that waits for a plan. */
  private final class Asked implements AwaitedPlan {
    /** Until it is ordered: equal lists are kept once. */
    Decision.@Nullable Plan decision;

    final BooleanSupplier gone;
    final Receiver receiver;
    @Nullable Order order;
    boolean left;

    Asked(Decision.Plan decision, BooleanSupplier gone, Receiver receiver) {
      this.decision = decision;
      this.gone = gone;
      this.receiver = receiver;
    }

    @Override
    public void leave() {
      ArchivePlans.this.leave(this);
    }
  }

  /** A request that waits for a plan. */
  public interface AwaitedPlan {
    /** Its client has left: the receiver is told so, unless it was told something before. */
    void leave();
  }

  /** Receives a plan, once, on any thread. */
  public interface Receiver {
    /**
     * The plan is made. It is the receiver's until it runs the action.
     *
     * @param release gives the plan back
     */
    void planned(ArchivePlan plan, Runnable release);

    /** The archive is refused. */
    void refused(Decision.Refuse refusal);

    /** The client has left. */
    void left();
  }

  /**
   * A request for a plan, which {@link #order} begins.
   *
   * @param gone whether the client has left
   */
  public AwaitedPlan request(Decision.Plan decision, BooleanSupplier gone, Receiver receiver) {
    return new Asked(decision, gone, receiver);
  }

  /**
   * Orders a plan.
   *
   * @param awaited of {@link #request}
   * @param client as of {@link io.sendfile.core.transfer.AdmissionControl.Claim#client}
   * @param releaseList gives the memory of the list back, once it is not needed
   */
  public void order(AwaitedPlan awaited, Object client, Runnable releaseList) {
    Asked asked = (Asked) awaited;
    Decision.Plan decision = Objects.requireNonNull(asked.decision, "ordered once");
    asked.decision = null;
    ArchiveList wanted = decision.handOff().list();
    Key key = new Key(wanted, decision.origin(), decision.config());
    boolean listIsSpare = true;
    boolean left;
    synchronized (this) {
      left = asked.left || closed;
      if (!left) {
        Order order = orders.get(key);
        if (order == null) {
          listIsSpare = false;
          order = new Order(key, releaseList, client);
          orders.put(key, order);
          queue.add(order);
        }
        order.asked.add(asked);
        asked.order = order;
      }
    }
    if (listIsSpare) {
      releaseList.run();
    }
    if (left) {
      asked.receiver.left();
    } else {
      makeNext();
    }
  }

  /** Makes the plans for which there are threads and room. */
  private void makeNext() {
    List<Order> next = new ArrayList<>();
    synchronized (this) {
      while (making.size() < MOST_AT_ONCE && !answered.isEmpty()) {
        Order first = answered.remove();
        making.add(first);
        next.add(first);
      }
      Iterator<Order> waiting = queue.iterator();
      while (making.size() < MOST_AT_ONCE && waiting.hasNext()) {
        Order first = waiting.next();
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
    for (Order order : next) {
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

  private void make(Order order) {
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
  private synchronized boolean asks(Order order) {
    if (closed || !order.wanted) {
      return false;
    }
    making.remove(order);
    asking.add(order);
    return true;
  }

  private void goesOn(Order order) {
    synchronized (this) {
      if (asking.remove(order)) {
        answered.add(order);
      }
    }
    makeNext();
  }

  private void finish(Order order, Planned planned) {
    ArchivePlan plan = planned.plan();
    Set<Asked> told;
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
    for (Asked each : told) {
      try {
        tell(each, order, planned);
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "a request for an archive could not be answered");
      }
    }
  }

  private static void endPlanning(Order order) {
    if (order.planning != null) {
      order.planning.close();
      order.planning = null;
    }
  }

  private void tell(Asked asked, Order order, Planned planned) {
    ArchivePlan plan = planned.plan();
    if (plan != null) {
      asked.receiver.planned(plan, () -> release(order));
    } else {
      asked.receiver.refused(Objects.requireNonNull(planned.refusal(), "of a wanted plan"));
    }
  }

  private void forget(Order order) {
    order.made = true;
    orders.remove(order.key, order);
  }

  private void release(Order order) {
    synchronized (this) {
      if (--order.users > 0) {
        return;
      }
    }
    order.giveBack();
    makeNext();
  }

  private void leave(Asked asked) {
    Order order;
    boolean dropped = false;
    synchronized (this) {
      order = asked.order;
      if (asked.left || (order != null && order.made)) {
        return;
      }
      asked.left = true;
      if (order == null) {
        // It is not ordered yet, and will be told then.
        return;
      }
      order.asked.remove(asked);
      if (order.asked.isEmpty()) {
        order.wanted = false;
        forget(order);
        dropped = queue.remove(order) || asking.remove(order) || answered.remove(order);
      }
    }
    if (dropped) {
      endPlanning(order);
      order.giveBack();
    }
    asked.receiver.left();
  }

  /** Ends long waits, and those for clients that have left. A few times a second. */
  void tick() {
    long now = nanoTime.getAsLong();
    List<Order> late = new ArrayList<>();
    List<Asked> looked = new ArrayList<>();
    synchronized (this) {
      if (queue.isEmpty() && making.isEmpty() && asking.isEmpty()) {
        return;
      }
      if (now - lookedNanos >= LOOK_NANOS) {
        lookedNanos = now;
        queue.forEach(order -> looked.addAll(order.asked));
        making.forEach(order -> looked.addAll(order.asked));
        asking.forEach(order -> looked.addAll(order.asked));
      }
      for (Iterator<Order> waiting = queue.iterator(); waiting.hasNext(); ) {
        Order order = waiting.next();
        if (now - order.sinceNanos >= PATIENCE_NANOS) {
          waiting.remove();
          late.add(order);
        }
      }
    }
    for (Asked each : looked) {
      if (each.gone.getAsBoolean()) {
        each.leave();
      }
    }
    for (Order order : late) {
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
    List<Order> waiting;
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
    for (Order order : waiting) {
      finish(order, STOPPING);
    }
  }
}
