package io.sendfile.core.files;

import java.util.concurrent.CompletableFuture;

/** The result of opening a target. */
public sealed interface OpenResult {
  /** Closes the file that nobody waits for any more, once it is found. */
  static void closeWhenFound(CompletableFuture<OpenResult> result) {
    CompletableFuture<Void> unused =
        result.thenAccept(
            found -> {
              if (found instanceof Found stored) {
                stored.file().close();
              } else if (found instanceof Opened local) {
                local.file().close();
              }
            });
  }

  /** The file may be sent; the receiver closes it. */
  record Opened(OpenFile file) implements OpenResult {}

  /**
   * The file lies in the store of its root, which has to be asked for it.
   *
   * @param path below the root
   */
  record InStore(Root root, String path) implements OpenResult {}

  /** The file was found in its store, and may be sent; the receiver closes it. */
  record Found(StoredSource file) implements OpenResult {}

  /**
   * The file may not be sent.
   *
   * @param reason the stable reason
   * @param detail for the administrator only: rule, root, path and remedy, escaped for a log line
   * @param retrySeconds time after which another try may be worth it; 0 if that is not known
   */
  record NotOpened(RefusalReason reason, String detail, long retrySeconds) implements OpenResult {
    public NotOpened(RefusalReason reason, String detail) {
      this(reason, detail, 0);
    }

    NotOpened(Refusal refusal) {
      this(refusal.reason(), refusal.detail());
    }
  }
}
