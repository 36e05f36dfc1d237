package io.sendfile.s3;

import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client of a store for all calls: made by the first of them, closed after the last one, and
 * made again if another comes. No call waits for a close, which may wait for the network.
 * Thread-safe.
 */
final class SharedClient<C extends AutoCloseable> {
  private final Supplier<C> make;
  private final Executor closer;
  private @Nullable C client;

  /** Calls under way, and one more until the owner releases it. */
  private int uses = 1;

  /**
   * @param closer runs each close
   */
  SharedClient(Supplier<C> make, Executor closer) {
    this.make = make;
    this.closer = closer;
  }

  /** The client, for one call more; to be released even if none can be made. */
  synchronized C take() {
    uses++;
    C made = client;
    if (made == null) {
      made = make.get();
      client = made;
    }
    return made;
  }

  /** Ends a call, or the use by the owner. */
  void release() {
    if (isLast()) {
      closer.execute(this::closeUnused);
    }
  }

  private synchronized boolean isLast() {
    return --uses == 0;
  }

  synchronized boolean isUnused() {
    return uses == 0;
  }

  private void closeUnused() {
    C unused = removeUnused();
    if (unused != null) {
      try {
        unused.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private synchronized @Nullable C removeUnused() {
    if (uses > 0) {
      return null;
    }
    C unused = client;
    client = null;
    return unused;
  }
}
