package io.sendfile.spi;

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
}
