package io.sendfile.core.archive;

import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.Target;
import io.sendfile.spi.Escapes;
import org.jspecify.annotations.Nullable;

/**
 * One file or folder that an application wants in an archive.
 *
 * @param place its place in the list, as in {@code line 3}, for messages
 * @param name its name in the archive
 * @param target the file; null for an empty folder
 * @param size its declared number of bytes; -1 for none
 * @param crc its declared CRC-32; null for none
 * @param opened the file, where the application had it opened before, and others close it; null to
 *     open it when its turn comes
 */
public record ListedFile(
    String place,
    String name,
    @Nullable Target target,
    long size,
    @Nullable Integer crc,
    @Nullable OpenFile opened) {
  /** A file that is opened when its turn comes. */
  public ListedFile(
      String place, String name, @Nullable Target target, long size, @Nullable Integer crc) {
    this(place, name, target, size, crc, null);
  }

  /** The same file under another name. */
  public ListedFile named(String other) {
    return new ListedFile(place, other, target, size, crc, opened);
  }

  /** Place and name, escaped for a log line. */
  public String label() {
    return place + " ('" + Escapes.forLog(name) + "')";
  }
}
