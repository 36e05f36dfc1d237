package io.sendfile.spi;

import java.util.Map;

/**
 * Receives the results of finished transfers and downloads, and the problems of the server.
 *
 * <p>A plug-in is an HK2 service of this contract. All methods but {@link #name} are called on a
 * thread of its own, one after the other: it may block. Some thousand events may wait for it;
 * further ones are dropped and counted. An exception is counted and logged, and has no other
 * effect.
 */
@FunctionalInterface
public interface TransferListener extends PlugIn {
  /** Called exactly once per transfer, after its file and buffers are released. */
  void transferFinished(TransferResult result);

  /**
   * Whether it also wants {@link TransferResult#usual() usual} results, by far the most, and the
   * downloads that they complete. Asked after each {@link #configure}.
   */
  default boolean wantsUsual() {
    return true;
  }

  /**
   * Called when every byte of a file was delivered, in one transfer or in several, after the result
   * of the last one.
   */
  default void downloadComplete(DownloadResult result) {}

  /**
   * Called when the server has a new problem, or one that is worse than before, within about ten
   * seconds; also for the problems there are when the server starts.
   */
  default void problemBegan(Problem problem) {}

  /**
   * Called when a problem has been absent for a minute, or a drain is over; as it was last seen.
   */
  default void problemEnded(Problem problem) {}

  /** By default the name of the class, without its package. */
  @Override
  default String name() {
    return getClass().getSimpleName();
  }

  /** {@inheritDoc} No results come while it cannot be used, or does not want them. */
  @Override
  default boolean configure(Map<String, String> properties) {
    return true;
  }

  /** No more results come, until it is configured again. */
  @Override
  default void close() {}
}
