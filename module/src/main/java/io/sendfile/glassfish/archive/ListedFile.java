package io.sendfile.glassfish.archive;

import io.sendfile.glassfish.files.Escapes;
import io.sendfile.glassfish.files.Target;
import org.jspecify.annotations.Nullable;

/**
 * One file or folder that an application wants in an archive.
 *
 * @param place its place in the list, as in {@code line 3}, for messages
 * @param name its name in the archive
 * @param target the file; null for an empty folder
 * @param size its declared number of bytes; -1 for none
 * @param crc its declared CRC-32; null for none
 */
public record ListedFile(
    String place, String name, @Nullable Target target, long size, @Nullable Integer crc) {
  /** The same file under another name. */
  public ListedFile named(String other) {
    return new ListedFile(place, other, target, size, crc);
  }

  /** Place and name, escaped for a log line. */
  public String label() {
    return place + " ('" + Escapes.forLog(name) + "')";
  }
}
