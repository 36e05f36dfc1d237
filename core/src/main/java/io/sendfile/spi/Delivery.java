package io.sendfile.spi;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The delivery of one response's body. Not called for a response without a body, as to HEAD. Its
 * methods are called on any thread, and wait for nothing.
 */
public interface Delivery {
  /**
   * Asked before the first byte. The request is held meanwhile, without a thread.
   *
   * @param planned positions that are to be sent
   * @param response the response, once it goes out
   * @return null to let them go out; completed within some seconds. Whoever does not wait for it
   *     any more cancels it; if it was completed with null before, {@link #ended} follows
   */
  CompletableFuture<@Nullable Denial> begins(Delivered planned, RunningResponse response);

  /**
   * Told once that the response has ended, if it had begun: when the client has acknowledged all of
   * it, or is gone, or takes nothing for the stall timeout.
   *
   * @param delivered positions that the client has acknowledged, where that is known: over
   *     HTTP/1.1, on Linux; otherwise those that the kernel took
   * @param sentBytes bytes of the file that may have reached the client: all that were given to its
   *     connection
   */
  void ended(Delivered delivered, long sentBytes);
}
