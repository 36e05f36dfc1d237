package io.sendfile.core.machine;

import io.sendfile.core.transfer.Parker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads of which one runs at a time: it hands a baton on where it calls out of the engine, or
 * waits. Whoever finds nothing to go on with asks the {@link Director} for the next. So each order
 * of the parts between two calls is possible, and the seed alone decides which one it is.
 */
final class Threads implements Parker {
  /** Decides what runs next. */
  interface Director {
    /** The task that goes on or begins; null at the end of the schedule. */
    @Nullable Task next();
  }

  /** Ends a task of a schedule that is over. */
  static final class Over extends Error {
    private static final long serialVersionUID = 1L;

    Over() {
      super("the schedule is over", null, false, false);
    }
  }

  /** Work of one thread. */
  static final class Task {
    private final String name;
    private final Runnable work;
    private @Nullable Carrier carrier;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean goes;
    private boolean woken;
    private long wakesAt = Long.MIN_VALUE;
    private int restsUntilStep;

    /** The work that it does next, after the present one; of workers. */
    @Nullable Runnable following;

    /** The pool it belongs to; null for other threads. */
    final @Nullable Object pool;

    Task(String name, @Nullable Object pool, Runnable work) {
      this.name = name;
      this.pool = pool;
      this.work = work;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A thread of the JVM; kept for later tasks, also of other schedules. */
  private static final class Carrier extends Thread {
    private volatile @Nullable Runnable job;
    private @Nullable Task task;

    Carrier() {
      super("machine-carrier");
      setDaemon(true);
    }

    void give(Runnable next) {
      job = next;
      LockSupport.unpark(this);
    }

    @Override
    public void run() {
      while (true) {
        Runnable next = job;
        if (next == null) {
          LockSupport.park(this);
        } else {
          job = null;
          next.run();
        }
      }
    }
  }

  /** Threads of the JVM that have nothing to do. Of one schedule at a time. */
  static final class Carriers {
    private final Deque<Carrier> idle = new ConcurrentLinkedDeque<>();

    private Carrier take() {
      Carrier last = idle.pollLast();
      if (last == null) {
        last = new Carrier();
        last.start();
      }
      return last;
    }
  }

  private final World world;
  private final Carriers carriers;
  private final Director director;
  private final double preemption;
  private final BooleanSupplier locked;
  private final List<Task> begun = new ArrayList<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private @Nullable Task current;
  private volatile boolean over;
  private @Nullable Throwable failure;
  private long switches;

  /**
   * @param preemption probability that another thread goes on at a call out of the engine
   * @param locked whether the calling thread holds a lock of the engine
   */
  Threads(
      World world,
      Carriers carriers,
      double preemption,
      BooleanSupplier locked,
      Director director) {
    this.world = world;
    this.carriers = carriers;
    this.preemption = preemption;
    this.locked = locked;
    this.director = director;
  }

  /**
   * Runs the schedule to its end; returns what ended it early, or null.
   *
   * @param mostSeconds time on the wall after which a thread must wait outside of the machine
   */
  @Nullable Throwable run(long mostSeconds) throws InterruptedException {
    Carrier first = carriers.take();
    first.give(
        () -> {
          handOn();
          carriers.idle.add(first);
        });
    if (!done.await(mostSeconds, TimeUnit.SECONDS)) {
      failure = new AssertionError("a thread waits outside of the machine: " + where());
    }
    over = true;
    world.end();
    for (Task task : List.copyOf(begun)) {
      task.goes = true;
      LockSupport.unpark(task.carrier);
      if (!task.ended.await(1, TimeUnit.SECONDS)) {
        failure = new AssertionError("a thread does not end: " + task);
      }
    }
    return failure;
  }

  private String where() {
    Task running = current;
    Carrier carrier = running == null ? null : running.carrier;
    return running + " " + (carrier == null ? "" : Arrays.toString(carrier.getStackTrace()));
  }

  /** Switches between threads. */
  long switches() {
    return switches;
  }

  /** The task that runs; null for what the director does itself. */
  @Nullable Task current() {
    return current;
  }

  /** Tasks that have begun, and wait or were interrupted. */
  List<Task> begun() {
    return begun;
  }

  /** The ones that may go on now. */
  List<Task> runnable() {
    List<Task> runnable = new ArrayList<>();
    for (Task task : begun) {
      if (mayGoOn(task)) {
        runnable.add(task);
      }
    }
    return runnable;
  }

  /** The first of them; null if there is none. */
  @Nullable Task firstRunnable() {
    for (Task task : begun) {
      if (mayGoOn(task)) {
        return task;
      }
    }
    return null;
  }

  private boolean mayGoOn(Task task) {
    return (task.woken || task.wakesAt <= world.now())
        && (task.restsUntilStep <= world.step() || world.isSound());
  }

  /** Whether some may go on now or in later steps, without time passing. */
  boolean someRest() {
    for (Task task : begun) {
      if (task.woken || task.wakesAt <= world.now()) {
        return true;
      }
    }
    return false;
  }

  /** The time at which the next one that waits goes on; the far future if there is none. */
  long nextWake() {
    long next = Long.MAX_VALUE;
    for (Task task : begun) {
      next = Math.min(next, task.wakesAt);
    }
    return next;
  }

  /** The engine calls out: it holds no lock, and others may go on first. */
  void callOut(String what) {
    checkOver();
    if (current == null) {
      return;
    }
    if (locked.getAsBoolean()) {
      world.breach("a lock is held at a call of " + what);
      return;
    }
    yieldNow(what, preemption);
  }

  /** The engine reads the clock, perhaps with a lock. */
  void clockRead() {
    checkOver();
    if (current != null && world.chance(preemption / 4) && !locked.getAsBoolean()) {
      yieldNow("clock", 1);
    }
  }

  private void yieldNow(String what, double probability) {
    Task me = current;
    if (me != null && world.chance(probability)) {
      me.wakesAt = Long.MIN_VALUE;
      me.restsUntilStep = world.step() + (world.oneIn(4) ? world.upTo(60) : 0);
      suspend(me, () -> "gives way at " + what);
    }
  }

  /** The running thread waits for a disk. */
  void sleep(long nanos) {
    Task me = current;
    if (me == null) {
      return;
    }
    me.woken = false;
    me.wakesAt = world.now() + nanos;
    suspend(me, () -> "sleeps for " + nanos / World.MILLI + " ms");
  }

  /** The running thread waits to be woken. */
  @Override
  public void park(long nanos) {
    Task me = current;
    if (me != null && !me.woken) {
      me.wakesAt = world.now() + nanos;
      suspend(me, () -> "parks");
    }
    if (me != null) {
      me.woken = false;
    }
  }

  /** Wakes a task that waits. */
  void wake(Task waiting) {
    waiting.woken = true;
  }

  /** Wakes the task of that thread. */
  @Override
  public void wake(Thread parked) {
    Task task = parked instanceof Carrier carrier ? carrier.task : null;
    if (task != null) {
      task.woken = true;
    }
  }

  private void suspend(Task me, Supplier<String> why) {
    world.note(() -> me + " " + why.get());
    begun.add(me);
    current = null;
    me.goes = false;
    if (handOn() != me) {
      while (!me.goes) {
        LockSupport.park(me);
      }
    }
    checkOver();
    current = me;
  }

  /** Has the next task go on, which may be the one of this thread; null at the end. */
  private @Nullable Task handOn() {
    Task next = over ? null : decide();
    if (next == null) {
      over = true;
      done.countDown();
      return null;
    }
    switches++;
    Carrier known = next.carrier;
    if (known == null) {
      carriers.take().give(() -> work(next));
    } else {
      begun.remove(next);
      next.goes = true;
      LockSupport.unpark(known);
    }
    return next;
  }

  private void checkOver() {
    if (over) {
      throw new Over();
    }
  }

  /** Does the work of a task, and then of others that begin. */
  private void work(Task first) {
    Carrier me = (Carrier) Thread.currentThread();
    Task task = first;
    task.carrier = me;
    me.task = task;
    current = task;
    try {
      task.work.run();
    } catch (Over e) {
      world.note(() -> first + " is left over");
    } catch (RuntimeException | Error e) {
      failure = over ? failure : new AssertionError("an exception ends " + task, e);
    }
    me.task = null;
    current = null;
    task.ended.countDown();
    carriers.idle.add(me);
    if (!over) {
      handOn();
    }
  }

  private @Nullable Task decide() {
    try {
      return failure == null ? director.next() : null;
    } catch (RuntimeException | Error e) {
      failure = e;
      return null;
    }
  }
}
