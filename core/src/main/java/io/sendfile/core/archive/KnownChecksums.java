package io.sendfile.core.archive;

import io.sendfile.core.files.FileFacts;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of checksums by the identity, size and time of the file, complete ones and those that grow,
 * so that all archives and ranges with a file read it once. Evicts the least recently used one.
 * Thread-safe.
 */
public final class KnownChecksums {
  /** Checksums kept at most; about 12 MB. */
  static final int MOST = 50_000;

  /** A file modified this recently may change again without a new time, so it is not cached. */
  private static final Duration GRAIN = Duration.ofSeconds(2);

  private final InstantSource clock;

  private final Map<FileFacts, Checksum> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<FileFacts, Checksum> eldest) {
          return size() > MOST;
        }
      };

  /** An empty cache; the clock tells which files are too young for it. */
  public KnownChecksums(InstantSource clock) {
    this.clock = clock;
  }

  /** The CRC-32 of that file; null if it is not known. */
  synchronized @Nullable Integer of(FileFacts file) {
    Checksum checksum = known.get(file);
    return checksum == null || !checksum.isComplete() ? null : checksum.value();
  }

  /** The checksum of a file, as far as it was read; its own if the file may change unnoticed. */
  synchronized Checksum growing(FileFacts file) {
    FileTime changed = file.lastChange();
    if (file.key() == null
        || changed == null
        || !changed.toInstant().isBefore(clock.instant().minus(GRAIN))) {
      return new Checksum(file.size());
    }
    return known.computeIfAbsent(file, facts -> new Checksum(facts.size()));
  }
}
