package io.sendfile.core.engine;

import io.sendfile.core.transfer.Admission;
import io.sendfile.core.transfer.TransferScheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Whether a server admits new transfers, and how long the running ones may go on. While it drains
 * or stops, new ones are refused; those still running at its deadline end with {@code SHUTDOWN}.
 * Thread-safe.
 */
public final class Drain {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.engine");

  /** Longest time between two checks of the deadline, which another thread may move. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Longest wait for transfers that were ended in the middle of a system call. */
  private static final Duration LAST_CALLS = Duration.ofSeconds(10);

  /** The facts that are told of a drain. */
  public enum Step {
    /** New transfers are refused from now on. */
    BEGUN,
    /** The deadline is another one. */
    MOVED,
    /** No transfer is left. */
    EMPTY,
    /** New transfers are admitted again. */
    RESUMED
  }

  private final TransferScheduler scheduler;
  private final LongSupplier nanoTime;
  private volatile DrainPhase phase = DrainPhase.STARTING;
  private DrainPhase before = DrainPhase.STARTING;
  private Future<@Nullable Void> emptied = CompletableFuture.completedFuture(null);
  private volatile long deadline;
  private long ended;

  /** Whether it need not be told that none is left. */
  private boolean toldEmpty;

  private volatile BiConsumer<Step, DrainState> watcher = (step, state) -> {};

  /**
   * A server that starts.
   *
   * @param nanoTime monotonic clock, nanoseconds
   */
  Drain(TransferScheduler scheduler, LongSupplier nanoTime) {
    this.scheduler = scheduler;
    this.nanoTime = nanoTime;
  }

  /**
   * Tells from now on of each step of a drain, once, with the state after it.
   *
   * @param newWatcher waits for nothing: whoever asks for the state waits for it meanwhile, and so
   *     may the deadlines of all transfers
   */
  public void watch(BiConsumer<Step, DrainState> newWatcher) {
    watcher = newWatcher;
  }

  /** The phase; cheaper than {@link #state}, which counts transfers. */
  public DrainPhase phase() {
    return phase;
  }

  /** Whether the deadline of a drain has come, which ends what runs. */
  public boolean isOver() {
    return phase == DrainPhase.DRAINING && deadline - nanoTime.getAsLong() <= 0;
  }

  /** The present state. */
  public synchronized DrainState state() {
    long left = phase == DrainPhase.DRAINING ? Math.max(0, deadline - nanoTime.getAsLong()) : 0;
    return new DrainState(phase, scheduler.transfers().size(), Duration.ofNanos(left), ended);
  }

  /** The server has started completely. */
  public synchronized void started() {
    before = DrainPhase.READY;
    if (phase == DrainPhase.STARTING) {
      phase = DrainPhase.READY;
    }
  }

  /**
   * Refuses new transfers from now on, and ends the running ones after a time; has no effect on a
   * server that stops.
   *
   * @param time until the deadline; null keeps that of the present drain, or takes {@code usual}
   * @return the state then
   */
  public synchronized DrainState begin(@Nullable Duration time, Duration usual) {
    if (phase == DrainPhase.STOPPING) {
      return state();
    }
    boolean begins = phase != DrainPhase.DRAINING;
    if (begins) {
      before = phase;
      ended = 0;
    }
    if (time != null || begins) {
      deadline = nanoTime.getAsLong() + (time == null ? usual : time).toNanos();
    }
    phase = DrainPhase.DRAINING;
    emptied = scheduler.refuseNew(Admission.DRAINING);
    DrainState now = state();
    LOG.log(
        Level.INFO,
        "sendfile: draining; new downloads are refused, {0} running ones have {1} s",
        new Object[] {Integer.toString(now.running()), Long.toString(now.secondsLeft())});
    if (begins) {
      toldEmpty = emptied.isDone();
    }
    if (begins || time != null) {
      watcher.accept(begins ? Step.BEGUN : Step.MOVED, now);
    }
    return now;
  }

  /** Ends a drain: transfers are admitted again. Has no effect without one. */
  public synchronized DrainState cancel() {
    if (phase == DrainPhase.DRAINING) {
      tellEmpty();
      phase = before;
      scheduler.resume();
      LOG.info("sendfile: the drain has ended; new downloads are accepted");
      watcher.accept(Step.RESUMED, state());
    }
    return state();
  }

  /** Waits until a drain is complete or cancelled; at most until its deadline and ten seconds. */
  public DrainState await() throws InterruptedException {
    DrainState now = state();
    while (now.draining() && !now.left().isZero() && !emptied(LOOK)) {
      now = state();
    }
    if (now.draining()) {
      emptied(LAST_CALLS);
    }
    return state();
  }

  private boolean emptied(Duration time) throws InterruptedException {
    Future<@Nullable Void> all;
    synchronized (this) {
      all = emptied;
    }
    try {
      all.get(time.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      LOG.log(Level.FINEST, "transfers are left", e);
      return false;
    }
  }

  /** Ends what still runs at the deadline; called a few times a second. */
  void tick() {
    if (isOver()) {
      // Counted before they end, so that no reader sees that none is left and none was ended.
      int running = scheduler.transfers().size();
      count(running);
      int now = scheduler.endAll("the deadline of the drain came");
      count(now - running);
      if (now > 0) {
        LOG.log(Level.INFO, "sendfile: drained; {0} downloads were ended at the deadline", now);
      }
    }
    tellEmpty();
  }

  private synchronized void tellEmpty() {
    if (phase == DrainPhase.DRAINING && !toldEmpty && emptied.isDone()) {
      toldEmpty = true;
      watcher.accept(Step.EMPTY, state());
    }
  }

  private synchronized void count(int transfers) {
    ended += transfers;
  }

  /**
   * Before a stop: refuses new transfers, lets running and waiting ones finish, and ends the rest
   * after a time. Returns at once when nothing runs.
   */
  public void stop(Duration grace) {
    synchronized (this) {
      phase = DrainPhase.STOPPING;
      emptied = scheduler.refuseNew(Admission.STOPPING);
    }
    try {
      emptied(grace);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    scheduler.endAll("the server stopped");
  }

  /** Admits transfers again after {@link #stop}: an embedded server may start again. */
  public synchronized void restart() {
    phase = DrainPhase.STARTING;
    scheduler.resume();
  }
}
