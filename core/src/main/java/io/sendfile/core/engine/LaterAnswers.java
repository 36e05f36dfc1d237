package io.sendfile.core.engine;

import io.sendfile.core.threads.Thrown;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.logging.Logger;

/**
 * The requests that wait for a {@link Decision.Later}, such as a plan, a store or the ledger of
 * links: not for clients that have left. Thread-safe; waits for nothing itself.
 */
public final class LaterAnswers {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.engine");

  private final Executor threads;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<Awaited<?>> waiting =
      new ConcurrentSkipListSet<>(Comparator.comparingLong(awaited -> awaited.number));
  private long lookedNanos;
  private volatile boolean closed;

  /**
   * @param threads runs each task at once, on a thread that may wait for a disk
   */
  LaterAnswers(Executor threads) {
    this.threads = threads;
  }

  /** A request that waits. */
  public final class Awaited<T> {
    private final long number = numbers.incrementAndGet();
    private final Decision.Later<T> later;
    private final BooleanSupplier gone;
    private final Consumer<Decision> action;
    private final Runnable left;
    private final AtomicBoolean settled = new AtomicBoolean();

    private Awaited(
        Decision.Later<T> later, BooleanSupplier gone, Consumer<Decision> action, Runnable left) {
      this.later = later;
      this.gone = gone;
      this.action = action;
      this.left = left;
    }

    /**
     * Begins to wait, once.
     *
     * @param release as of {@link Decision.Later#begin}
     */
    public void begin(Runnable release) {
      waiting.add(this);
      CompletableFuture<Void> unused = later.begin().apply(release).thenAccept(this::answered);
      if (closed) {
        leave();
      } else if (settled.get()) {
        waiting.remove(this);
      }
    }

    private void answered(T told) {
      try {
        threads.execute(() -> tell(told));
      } catch (RejectedExecutionException e) {
        leave();
      } catch (RuntimeException | Error e) {
        // It would wait for ever, with its place.
        Thrown.log(LOG, e, "a request that has waited for a decision gets no thread");
        leave();
      }
    }

    private void tell(T told) {
      waiting.remove(this);
      if (!settled.compareAndSet(false, true)) {
        return;
      }
      try {
        action.accept(decide(told));
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "a request that has waited for a decision could not be answered");
      }
    }

    private Decision decide(T told) {
      try {
        return later.decide().apply(told);
      } catch (RuntimeException | Error e) {
        later.giveUp().run();
        return Decision.Refuse.of(e);
      }
    }

    /** Its client has left: it is told so, unless it was told something before. */
    public void leave() {
      waiting.remove(this);
      if (settled.compareAndSet(false, true)) {
        later.giveUp().run();
        left.run();
      }
    }
  }

  /**
   * A request that waits once it has {@link Awaited#begin begun}.
   *
   * @param gone whether the client has left
   * @param action receives the decision, on a thread that may wait for a disk
   * @param left run in place of that, if the client has left, the server stops, or there is no
   *     thread
   */
  public <T> Awaited<T> await(
      Decision.Later<T> later, BooleanSupplier gone, Consumer<Decision> action, Runnable left) {
    return new Awaited<>(later, gone, action, left);
  }

  /** Ends the waits of clients that have left. A few times a second, on one thread. */
  void tick(long nowNanos) {
    if (!waiting.isEmpty() && nowNanos - lookedNanos >= LOOK_NANOS) {
      lookedNanos = nowNanos;
      for (Awaited<?> each : waiting) {
        if (each.gone.getAsBoolean()) {
          each.leave();
        }
      }
    }
  }

  /** Ends all waits. */
  void close() {
    closed = true;
    waiting.forEach(Awaited::leave);
  }
}
