package io.sendfile.core.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Hash of a file key, for the entity tag: distinguishes files without exposing the inode. Caches
 * recent hashes, since all responses for a file need the same one. Thread-safe.
 */
final class KeyHash {
  private static final int SLOT_BITS = 10;

  /** Spreads keys over the slots, which take the upper bits: the golden ratio (Knuth, TAOCP 3). */
  private static final int SPREAD = 0x9E3779B9;

  private static final AtomicReferenceArray<@Nullable KnownHash> LAST =
      new AtomicReferenceArray<>(1 << SLOT_BITS);

  private KeyHash() {}

  /** Sixteen hexadecimal digits; equal keys with equal text have the same digits in every JVM. */
  static String of(Object key) {
    int slot = (key.hashCode() * SPREAD) >>> (Integer.SIZE - SLOT_BITS);
    KnownHash known = LAST.get(slot);
    if (known == null || !known.key.equals(key)) {
      known = new KnownHash(key, digest(key));
      LAST.set(slot, known);
    }
    return known.hash;
  }

  private static String digest(Object key) {
    try {
      byte[] name = key.toString().getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(name);
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private record KnownHash(Object key, String hash) {}
}
