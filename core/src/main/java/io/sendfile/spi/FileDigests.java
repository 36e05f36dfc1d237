package io.sendfile.spi;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Digests of files that are sent, for the field {@code Repr-Digest} of their responses (RFC 9530).
 *
 * <p>A plug-in is an HK2 service of this contract. Its methods are called by several threads at a
 * time, those of requests and selectors among them: none but {@link #configure} and {@link #close}
 * may wait, or read a file. An exception is counted and logged, and the response goes without.
 */
public interface FileDigests extends PlugIn {
  @Override
  default boolean configure(Map<String, String> properties) {
    return true;
  }

  /**
   * The digests of a file that a response of the status 200, 206 or 304 is about, one to HEAD
   * included. Not asked where the application has told a digest itself.
   *
   * @param wanted the wishes of the client by {@code Want-Repr-Digest}: weights of algorithms, from
   *     0, not acceptable, to 10; empty if it has none that can be understood
   * @return value of {@code Repr-Digest}, of printable ASCII characters; null for none
   */
  @Nullable String reprDigest(SentFile file, Map<String, Integer> wanted);

  /** It is not asked any more, until it is configured again. */
  @Override
  default void close() {}

  /**
   * The bytes that are sent, and the version of them: a file as it was opened for a response. A
   * precompressed sibling is a file of its own, with its own name.
   *
   * @param root name of the root
   * @param path below the root, with {@code /} separators
   * @param local real path of the file when it was opened; null if it lies in a store
   * @param share place where the network share is mounted that it lies on, whose calls may hang;
   *     null for a file of a local disk, or of a store
   * @param size bytes, at least 0
   * @param modified last modification, in full resolution
   * @param changed last status change, if the modification time proves nothing, as it is the same
   *     for all files (docs/http.md); null for others, and where the JVM does not tell it
   * @param key what identifies the file, equal for the same one: device and inode, or the tag of
   *     its version in a store; null if there is none
   * @param sha256 what its store tells: SHA-256 of the whole file in base64; null for nothing
   */
  record SentFile(
      String root,
      String path,
      @Nullable Path local,
      @Nullable Path share,
      long size,
      Instant modified,
      @Nullable Instant changed,
      @Nullable Object key,
      @Nullable String sha256) {}
}
