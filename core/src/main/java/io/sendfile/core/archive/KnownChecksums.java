package io.sendfile.core.archive;

import io.sendfile.core.files.FileFacts;
import java.lang.ref.WeakReference;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of checksums by the identity, size and time of the file, complete ones and those that grow,
 * so that all archives and ranges with a file read it once. Evicts the least recently used one.
 * That of a file that has just changed is shared by those who want it at the same time, and not
 * kept. Thread-safe.
 */
public final class KnownChecksums {
  /** Checksums kept at most; about 12 MB. */
  static final int MOST = 50_000;

  /** A file modified this recently may change again without a new time, so it is not kept. */
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

  /** Checksums of files that have just changed, as long as an archive wants them. */
  private final Map<FileFacts, WeakReference<Checksum>> fresh = new HashMap<>();

  /** An empty cache; the clock tells which files are too young for it. */
  public KnownChecksums(InstantSource clock) {
    this.clock = clock;
  }

  /** The CRC-32 of that file; null if it is not known. */
  synchronized @Nullable Integer of(FileFacts file) {
    Checksum checksum = known.get(file);
    return checksum == null || !checksum.isComplete() ? null : checksum.value();
  }

  /** The checksum of a file, as far as it was read; its own if the file has no identity. */
  synchronized Checksum growing(FileFacts file) {
    FileTime changed = file.lastChange();
    if (file.key() == null || changed == null) {
      return new Checksum(file.size());
    }
    return changed.toInstant().isBefore(clock.instant().minus(GRAIN))
        ? known.computeIfAbsent(file, facts -> new Checksum(facts.size()))
        : fresh(file);
  }

  private Checksum fresh(FileFacts file) {
    WeakReference<Checksum> shared = fresh.get(file);
    Checksum wanted = shared == null ? null : shared.get();
    if (wanted == null) {
      fresh.values().removeIf(each -> each.refersTo(null));
      wanted = new Checksum(file.size());
      fresh.put(file, new WeakReference<>(wanted));
    }
    return wanted;
  }
}
