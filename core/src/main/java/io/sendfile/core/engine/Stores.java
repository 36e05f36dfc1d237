package io.sendfile.core.engine;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.StoredSource;
import io.sendfile.core.transfer.Timer;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoredFile;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the stores of plug-ins for files. Thread-safe; waits for nothing itself. */
public final class Stores {
  /** Longest wait for a store, for one that does not keep to its own time. */
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Supplier<Map<String, FileStore>> plugIns;
  private final Timer timer;

  /**
   * @param plugIns by scheme; asked for each file
   * @param timer ends waits that last too long
   */
  Stores(Supplier<Map<String, FileStore>> plugIns, Timer timer) {
    this.plugIns = plugIns;
    this.timer = timer;
  }

  /**
   * Looks for a file of a root with a store.
   *
   * @param client as of {@link StoredFile#readsFor}
   * @return a {@link OpenResult.Found} or {@link OpenResult.NotOpened}; never fails. Who does not
   *     wait for it any more closes what comes
   */
  CompletableFuture<OpenResult> find(Root root, String path, Object client) {
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
                  + ")",
              0));
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
                  : new OpenResult.Found(new StoredSource(root, path, file, client));
          if (!result.complete(known) && file != null) {
            file.close();
          }
        });
    return inTime(result, root, path);
  }

  /** The same answer, but one that comes in any case. */
  private CompletableFuture<OpenResult> inTime(
      CompletableFuture<OpenResult> result, Root root, String path) {
    if (!result.isDone()) {
      try {
        timer.after(PATIENCE_NANOS, () -> result.complete(tooLate(root, path)));
      } catch (RuntimeException | Error e) {
        // Without a deadline it could wait for ever.
        result.complete(
            refused(root, path, RefusalReason.INTERNAL, "its deadline failed: " + e, 0));
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
            + " seconds",
        0);
  }

  /**
   * Fetches the first bytes of a response, so that none begins that has to break off at once.
   *
   * @param file which it takes; one that has been replaced is looked for again
   * @return as of {@link #find}
   */
  CompletableFuture<OpenResult> begin(StoredSource file, FileSlice first) {
    CompletableFuture<OpenResult> result = new CompletableFuture<>();
    CompletableFuture<?> unused =
        result.whenComplete(
            (found, thrown) -> {
              if (!(found instanceof OpenResult.Found known) || known.file() != file) {
                file.close();
              }
            });
    fetch(file, first.position(), result);
    return inTime(result, file.root(), file.relativePath());
  }

  private void fetch(StoredSource file, long position, CompletableFuture<OpenResult> result) {
    try {
      if (!file.prepare(position)) {
        file.awaitsReading(() -> fetch(file, position, result));
      } else if (file.file().replaced()) {
        // Once: another new version in this moment is the business of its transfer.
        CompletableFuture<?> unused =
            find(file.root(), file.relativePath(), file.client())
                .thenAccept(
                    again -> {
                      StoredSource other =
                          again instanceof OpenResult.Found known ? known.file().hasBegun() : null;
                      if (!result.complete(again) && other != null) {
                        other.close();
                      }
                    });
      } else {
        result.complete(new OpenResult.Found(file.hasBegun()));
      }
    } catch (IOException e) {
      result.complete(refused(file.root(), file.relativePath(), e));
    }
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
      // Rounded up: a client that comes too early is refused again.
      long seconds = told.retryAfter().plusMillis(999).toSeconds();
      return refused(root, path, reason, String.valueOf(told.getMessage()), seconds);
    }
    return refused(root, path, RefusalReason.INTERNAL, "the plug-in failed: " + failure, 0);
  }

  private static OpenResult refused(
      Root root, String path, RefusalReason reason, String why, long retrySeconds) {
    return new OpenResult.NotOpened(
        reason,
        String.format(
            "'%s' in root '%s' (%s): %s",
            Escapes.forLog(path), root.name(), root.store(), Escapes.forLog(why)),
        retrySeconds);
  }
}
