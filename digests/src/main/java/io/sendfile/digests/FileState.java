package io.sendfile.digests;

import io.sendfile.spi.SentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of a file at one moment, by the file system.
 *
 * @param size bytes
 * @param modified last modification, in full resolution
 * @param changed last status change, which nobody can set back; null where Java does not tell it
 * @param key device and inode; null where there are none
 */
record FileState(long size, Instant modified, @Nullable Instant changed, @Nullable Object key) {
  /** Resolution of the coarsest file system, FAT: a younger file may change unseen. */
  private static final Duration GRAIN = Duration.ofSeconds(2);

  /**
   * The state of a regular file, never of what a link leads to.
   *
   * @throws IOException if it is none
   */
  static FileState of(Path file) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      // The opening of a pipe would not return.
      throw new IOException("it is no regular file");
    }
    return new FileState(
        attributes.size(),
        attributes.lastModifiedTime().toInstant(),
        changed(file),
        attributes.fileKey());
  }

  /** Java's name for it is not among the documented ones. */
  private static @Nullable Instant changed(Path file) throws IOException {
    try {
      return Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS) instanceof FileTime t
          ? t.toInstant()
          : null;
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    }
  }

  /** Whether it is the file that was sent, in the version that was sent. */
  boolean isOf(SentFile sent) {
    return size == sent.size()
        && modified.equals(sent.modified())
        && (key == null ? sent.key() == null : key.equals(sent.key()))
        && (sent.changed() == null || sent.changed().equals(changed));
  }

  /** Whether another write could still leave its times as they are. */
  boolean isFresh(Instant now) {
    return modified.plus(GRAIN).isAfter(now);
  }

  /**
   * Whether this one, of a file beside a sent one, belongs to its version: it is not older. Where
   * the modification time proves nothing, the status change counts, as for precompressed siblings.
   */
  boolean isNotOlderThan(FileState other, SentFile sent) {
    if (sent.changed() == null) {
      return !modified.isBefore(other.modified);
    }
    return changed != null && other.changed != null && !changed.isBefore(other.changed);
  }
}
