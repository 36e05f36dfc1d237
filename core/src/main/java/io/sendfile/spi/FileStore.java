package io.sendfile.spi;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Files that lie elsewhere than in a folder of this machine, such as the objects of an object
 * store. A root names its store by the attribute {@code store}, as in {@code s3://bucket/prefix};
 * the scheme is the {@link #name} of the plug-in that serves it.
 *
 * <p>A plug-in is an HK2 service of this contract. Its methods are called by several threads at a
 * time, those of requests and workers among them: none but {@link #configure} and {@link #close}
 * may wait for a network or a disk.
 */
public interface FileStore extends PlugIn {
  /**
   * The scheme in {@code store} of roots, and the name in configuration, in an element {@code
   * sendfile-plugin}: lower-case letters and digits, beginning with a letter.
   */
  @Override
  String name();

  /** {@inheritDoc} Files that are open stay so; further ones are refused while it is off. */
  @Override
  default boolean configure(Map<String, String> properties) {
    return true;
  }

  /**
   * Looks for a file. Ends within a bounded time.
   *
   * @param store of the root, such as {@code s3://bucket/prefix}
   * @param path below it, as the application names it: elements between slashes, which may be empty
   *     or {@code .}, but none is {@code ..}, and the last one is neither
   * @return the file, which the receiver closes; completed at once if the file is known. Otherwise
   *     a {@link StoreException}
   */
  CompletionStage<StoredFile> find(String store, String path);

  /**
   * Asks whether files of a store can be had, before any is wanted. Ends within a bounded time.
   *
   * @param store of a root
   * @param used whether there is such a root, so that its problem is told as long as it lasts;
   *     otherwise an administrator means to make one
   * @return fails by a {@link StoreException} if they cannot be had
   */
  default CompletionStage<?> ask(String store, boolean used) {
    return CompletableFuture.completedFuture(store);
  }

  /**
   * Its statistics, for administrators, by names such as {@code CachedBytes}: attributes of the
   * MBean {@code io.sendfile.glassfish:type=Store,name=} with its name, from {@link #configure} to
   * {@link #close}.
   */
  default Map<String, LongSupplier> statistics() {
    return Map.of();
  }

  /** No more files are looked for, until it is configured again. */
  @Override
  default void close() {}
}
