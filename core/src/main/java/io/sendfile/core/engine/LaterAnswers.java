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
 * The requests that wait for an answer of a plug-in, such as a store or the ledger of links: not
 * for clients that have left. Thread-safe; waits for nothing itself.
 */
public final class LaterAnswers {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.engine");

  private final Executor threads;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<Awaited<?>> waiting =
      new ConcurrentSkipListSet<>(Comparator.comparingLong(awaited -> awaited.number));
  private long lookedNanos;

  /**
   * @param threads runs each task at once, on a thread that may wait for a disk
   */
  LaterAnswers(Executor threads) {
    this.threads = threads;
  }

  /** A request that waits. */
  public final class Awaited<T> {
    private final long number = numbers.incrementAndGet();
    private final CompletableFuture<T> answer;
    private final BooleanSupplier gone;
    private final Consumer<T> action;
    private final Runnable left;
    private final AtomicBoolean settled = new AtomicBoolean();

    private Awaited(
        CompletableFuture<T> answer, BooleanSupplier gone, Consumer<T> action, Runnable left) {
      this.answer = answer;
      this.gone = gone;
      this.action = action;
      this.left = left;
    }

    /** Begins to wait. */
    public void begin() {
      waiting.add(this);
      CompletableFuture<Void> unused = answer.thenAccept(this::answered);
    }

    private void answered(T told) {
      try {
        threads.execute(() -> tell(told));
      } catch (RejectedExecutionException e) {
        leave();
      } catch (RuntimeException | Error e) {
        // It would wait for ever, with its place.
        Thrown.log(LOG, e, "a request that has waited for a plug-in gets no thread");
        leave();
      }
    }

    private void tell(T told) {
      waiting.remove(this);
      if (!settled.compareAndSet(false, true)) {
        return;
      }
      try {
        action.accept(told);
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "a request that has waited for a plug-in could not be answered");
      }
    }

    /** Its client has left: it is told so, unless it was told something before. */
    public void leave() {
      waiting.remove(this);
      if (settled.compareAndSet(false, true)) {
        left.run();
      }
    }
  }

  /**
   * A request that waits once it has {@link Awaited#begin begun}.
   *
   * @param answer never fails
   * @param gone whether the client has left
   * @param action receives the answer, on a thread that may wait for a disk
   * @param left run in place of that, if the client has left, the server stops, or there is no
   *     thread
   */
  public <T> Awaited<T> await(
      CompletableFuture<T> answer, BooleanSupplier gone, Consumer<T> action, Runnable left) {
    return new Awaited<>(answer, gone, action, left);
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
    waiting.forEach(Awaited::leave);
  }
}
