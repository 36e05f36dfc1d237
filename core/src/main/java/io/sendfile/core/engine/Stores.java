package io.sendfile.core.engine;

import io.sendfile.core.engine.Decider.Decision;
import io.sendfile.core.files.Escapes;
import io.sendfile.core.files.FileOpener.OpenResult;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.StoredSource;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.TransferScheduler.Timer;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.FileStore.StoreException;
import io.sendfile.spi.FileStore.StoredFile;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Asks the stores of plug-ins for files, and remembers the requests that wait for an answer: not
 * for ever, and not for clients that have left. Thread-safe; waits for nothing itself.
 */
public final class Stores {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.engine");

  /** Longest wait for a store, for one that does not keep to its own time. */
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Supplier<Map<String, FileStore>> plugIns;
  private final Executor threads;
  private final Timer timer;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<Awaited> waiting =
      new ConcurrentSkipListSet<>(Comparator.comparingLong(awaited -> awaited.number));
  private long lookedNanos;

  /**
   * @param plugIns by scheme; asked for each file
   * @param threads runs each task at once, on a thread that may wait for a disk
   * @param timer ends waits that last too long
   */
  Stores(Supplier<Map<String, FileStore>> plugIns, Executor threads, Timer timer) {
    this.plugIns = plugIns;
    this.threads = threads;
    this.timer = timer;
  }

  /** A request that waits for a store. */
  public final class Awaited {
    private final Decision.Find find;
    private final BooleanSupplier gone;
    private final Consumer<OpenResult> action;
    private final Runnable left;
    private final long number = numbers.incrementAndGet();
    private final AtomicBoolean settled = new AtomicBoolean();

    private Awaited(
        Decision.Find find, BooleanSupplier gone, Consumer<OpenResult> action, Runnable left) {
      this.find = find;
      this.gone = gone;
      this.action = action;
      this.left = left;
    }

    /** Begins to wait. */
    public void begin() {
      waiting.add(this);
      CompletableFuture<Void> unused = find.found().thenAccept(this::found);
    }

    private void found(OpenResult found) {
      try {
        threads.execute(() -> tell(found));
      } catch (RejectedExecutionException e) {
        leave();
      }
    }

    private void tell(OpenResult found) {
      waiting.remove(this);
      if (!settled.compareAndSet(false, true)) {
        return;
      }
      try {
        action.accept(found);
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "a request for a file of a store could not be answered");
      }
    }

    /** Its client has left: it is told so, unless it was told something before. */
    public void leave() {
      waiting.remove(this);
      if (settled.compareAndSet(false, true)) {
        OpenResult.closeWhenFound(find.found());
        left.run();
      }
    }
  }

  /**
   * A request that waits for a store once it has {@link Awaited#begin begun}.
   *
   * @param gone whether its client has left
   * @param action receives the answer, on a thread that may wait for a disk
   * @param left run in place of that, if the client has left or the server stops
   */
  Awaited await(
      Decision.Find find, BooleanSupplier gone, Consumer<OpenResult> action, Runnable left) {
    return new Awaited(find, gone, action, left);
  }

  /** Ends the waits of clients that have left. A few times a second, on one thread. */
  void tick(long nowNanos) {
    if (!waiting.isEmpty() && nowNanos - lookedNanos >= LOOK_NANOS) {
      lookedNanos = nowNanos;
      for (Awaited each : waiting) {
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

  /**
   * Looks for a file of a root with a store.
   *
   * @return a {@link OpenResult.Found} or {@link OpenResult.Refused}; never fails. Who does not
   *     wait for it any more closes what comes
   */
  CompletableFuture<OpenResult> find(Root root, String path) {
    String store = Objects.requireNonNull(root.store(), "of a root with a store");
    String scheme = store.substring(0, store.indexOf(':'));
    Map<String, FileStore> all = plugIns.get();
    FileStore plugIn = all.get(scheme);
    if (plugIn == null) {
      return CompletableFuture.completedFuture(
          refused(
              root,
              path,
              RefusalReason.STORE_UNAVAILABLE,
              "no plug-in serves the scheme %s; install its bundle, or change the attribute store"
                      .formatted(scheme)
                  + " of the root (there are "
                  + (all.isEmpty() ? "none" : String.join(", ", new TreeSet<>(all.keySet())))
                  + ")"));
    }
    CompletionStage<StoredFile> found;
    try {
      found = plugIn.find(store, path);
    } catch (RuntimeException | Error e) {
      found = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<OpenResult> result = new CompletableFuture<>();
    found.whenComplete(
        (file, failure) -> {
          OpenResult known =
              file == null
                  ? refused(root, path, failure)
                  : new OpenResult.Found(new StoredSource(root, path, file));
          if (!result.complete(known) && file != null) {
            file.close();
          }
        });
    if (!result.isDone()) {
      try {
        timer.after(PATIENCE_NANOS, () -> result.complete(tooLate(root, path)));
      } catch (RuntimeException | Error e) {
        // Without a deadline it could wait for ever.
        result.complete(refused(root, path, RefusalReason.INTERNAL, "its deadline failed: " + e));
      }
    }
    return result;
  }

  private static OpenResult tooLate(Root root, String path) {
    return refused(
        root,
        path,
        RefusalReason.STORE_UNAVAILABLE,
        "the plug-in did not answer for "
            + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)
            + " seconds");
  }

  private static OpenResult refused(Root root, String path, @Nullable Throwable thrown) {
    Throwable failure =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (failure instanceof StoreException told) {
      RefusalReason reason =
          switch (told.kind()) {
            case NOT_FOUND -> RefusalReason.MISSING;
            case FORBIDDEN -> RefusalReason.UNREADABLE;
            case UNAVAILABLE, SETTINGS -> RefusalReason.STORE_UNAVAILABLE;
          };
      return refused(root, path, reason, String.valueOf(told.getMessage()));
    }
    return refused(root, path, RefusalReason.INTERNAL, "the plug-in failed: " + failure);
  }

  private static OpenResult refused(Root root, String path, RefusalReason reason, String why) {
    return new OpenResult.Refused(
        reason,
        String.format(
            "'%s' in root '%s' (%s): %s",
            Escapes.forLog(path), root.name(), root.store(), Escapes.forLog(why)));
  }
}
