package io.sendfile.glassfish.archive;

import io.sendfile.glassfish.files.FileFacts;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of checksums by the identity, size and time of the file, so that another archive, or
 * another range of the same one, need not read it again. Evicts the least recently used one.
 * Thread-safe.
 */
public final class KnownChecksums {
  /** Checksums kept at most; about 10 MB. */
  static final int MOST = 50_000;

  /** A file modified this recently may change again without a new time, so it is not cached. */
  private static final Duration GRAIN = Duration.ofSeconds(2);

  private final Map<FileFacts, Integer> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<FileFacts, Integer> eldest) {
          return size() > MOST;
        }
      };

  /** The CRC-32 of that file; null if it is not known. */
  synchronized @Nullable Integer of(FileFacts file) {
    return known.get(file);
  }

  /**
   * Keeps a checksum, unless the file has no identity or is too young.
   *
   * @param read time at which its reading began
   */
  synchronized void keep(FileFacts file, int crc, Instant read) {
    FileTime modified = file.modified();
    if (file.key() != null && modified.toInstant().isBefore(read.minus(GRAIN))) {
      known.put(file, crc);
    }
  }
}
