package io.sendfile.core.files;

import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of an opened file.
 *
 * @param size bytes, at least 0
 * @param modified last modification, in the file system's full resolution
 * @param key identity of the file (device and inode), or null where there is none
 * @param change what distinguishes versions of a file whose modification time is {@linkplain
 *     FixedTimes fixed}; null for a usual one
 */
public record FileFacts(
    long size, FileTime modified, @Nullable Object key, @Nullable Change change) {
  /**
   * The last change of a file, by what nobody can set back. Without the device, so that servers
   * with the same file on a share agree.
   *
   * @param time of the status change, which each write and each replacement renews; null if the JVM
   *     does not tell it
   */
  public record Change(long inode, @Nullable FileTime time) {}

  /** A file with a usual modification time. */
  public FileFacts(long size, FileTime modified, @Nullable Object key) {
    this(size, modified, key, null);
  }

  /** The latest time at which its bytes may have changed; null if that is not known. */
  public @Nullable FileTime lastChange() {
    return change == null ? modified : change.time;
  }
}
