package io.sendfile.glassfish.spi;

import java.util.Map;

/**
 * Is told of transfers and downloads that have ended.
 *
 * <p>A plug-in is an HK2 service of this contract. It has a thread of its own, on which all methods
 * but {@link #name} are called, one after the other: it may take its time. Some thousand results
 * may wait for it; those beyond are dropped and counted. What it throws is counted and logged, and
 * harms nobody.
 */
@FunctionalInterface
public interface TransferListener extends AutoCloseable {
  /** Called exactly once per transfer, after its file and buffers are released. */
  void transferFinished(TransferResult result);

  /**
   * Called when every byte of a file was delivered, in one transfer or in several, after the end of
   * the last of them was told.
   */
  default void downloadComplete(DownloadResult result) {}

  /**
   * Name in configuration, of the element {@code sendfile-plugin} that is about this plug-in: 1 to
   * 64 letters, digits, {@code -}, {@code _} or {@code .}, beginning with a letter or digit. By
   * default that of the class, without its package.
   */
  default String name() {
    return getClass().getSimpleName();
  }

  /**
   * Takes the properties of this plug-in's element {@code sendfile-plugin}: before anything is
   * told, and again when they have changed.
   *
   * @param properties empty if there is no such element
   * @return whether it wants to be told of results
   * @throws IllegalArgumentException with what is wrong and how to mend it: the administrator sees
   *     it, and nothing is told until the properties are others
   */
  default boolean configure(Map<String, String> properties) {
    return true;
  }

  /** Nothing more is told, until it is configured again. */
  @Override
  default void close() {}
}
