package io.sendfile.core.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of an opened file.
 *
 * <p>Fixed modification times prove nothing. Reproducible builds, images and packages give one time
 * to all files, whatever is in them: the first seconds of 1970 or 1980, or one of their choice
 * ({@code SOURCE_DATE_EPOCH}).
 *
 * @param size bytes, at least 0
 * @param modified last modification, in the file system's full resolution
 * @param key identity of the file: device and inode, or the {@link Version} of a store's; null
 *     where there is none
 * @param change what distinguishes versions of a file whose modification time is fixed; null for a
 *     usual one
 */
public record FileFacts(
    long size, FileTime modified, @Nullable Object key, @Nullable FileChange change) {
  private static final Instant FIRST_PROOF = Instant.parse("1980-01-02T00:00:00Z");

  /** Resolution of the coarsest file system, FAT. */
  private static final Duration GRAIN = Duration.ofSeconds(2);

  /** Entries of a folder that are read. */
  private static final int MOST = 16;

  /**
   * A file of a store, which names its version itself.
   *
   * @param tag content of a strong entity tag
   * @param file its store and path: files of one store may have equal tags
   */
  public record Version(String tag, String file) {}

  /** A file with a usual modification time. */
  public FileFacts(long size, FileTime modified, @Nullable Object key) {
    this(size, modified, key, null);
  }

  private static boolean isEarly(Instant time) {
    return time.isBefore(FIRST_PROOF);
  }

  /** Whether builds and stores give that time to any file, so that it proves nothing. */
  public boolean isEarly() {
    return isEarly(modified.toInstant());
  }

  /** The latest time at which its bytes may have changed; null if that is not known. */
  public @Nullable FileTime lastChange() {
    return change == null ? modified : change.time();
  }

  /** The facts in attributes of an entry. */
  static FileFacts of(FileEntry entry, BasicFileAttributes file) {
    return new FileFacts(file.size(), file.lastModifiedTime(), file.fileKey(), change(entry, file));
  }

  /**
   * The distinction of a file's versions in place of its time; null if the time distinguishes them.
   * Times before 1980-01-02 do not, and no whole second that was set and not made by a write, and
   * that the other files of the folder have, too. Only for such a second is the folder looked at.
   */
  private static @Nullable FileChange change(FileEntry entry, BasicFileAttributes file) {
    FileTime modified = file.lastModifiedTime();
    Instant time = modified.toInstant();
    boolean early = isEarly(time);
    if (!early && time.get(ChronoField.NANO_OF_SECOND) != 0) {
      return null;
    }
    FileChange change = FileStamp.change(file);
    return early || (wasSet(time, change.time()) && isOfAll(entry, modified)) ? change : null;
  }

  /** A write gives one time to modification and status change. */
  private static boolean wasSet(Instant modified, @Nullable FileTime changed) {
    return changed == null
        || Duration.between(modified, changed.toInstant()).abs().compareTo(GRAIN) > 0;
  }

  /** Whether several files are among the first entries of the folder, all with that time. */
  private static boolean isOfAll(FileEntry entry, FileTime time) {
    int files = 0;
    try (DirectoryStream<Path> folder = entry.folder()) {
      int entries = 0;
      for (Path name : folder) {
        FileTime its = timeOfFile(entry.sibling(name));
        if (its != null && !its.equals(time)) {
          return false;
        }
        files += its == null ? 0 : 1;
        if (++entries == MOST) {
          break;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A folder that may not be listed tells nothing about its files.
      return false;
    }
    return files > 1;
  }

  private static @Nullable FileTime timeOfFile(FileEntry entry) {
    try {
      BasicFileAttributes file = entry.attributes();
      return file.isRegularFile() ? file.lastModifiedTime() : null;
    } catch (IOException e) {
      // It has just gone.
      return null;
    }
  }
}
