package io.sendfile.core.zip;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One file or folder of an archive. Immutable.
 *
 * @param name relative path, as {@link EntryNames} allows it; that of a folder ends with a slash
 * @param size bytes, at least 0
 * @param modified last modification, seconds since 1970
 * @param crc the declared CRC-32; null if it is only known after the data, for the data descriptor
 *     and the central directory
 */
public record ZipEntry(String name, long size, long modified, @Nullable Integer crc) {
  /** From this value on a number needs a ZIP64 field (APPNOTE 4.4.8). */
  static final long FIRST_LARGE = 0xFFFF_FFFFL;

  /** The first time in the format of MS-DOS: 1980-01-01, in seconds since 1970. */
  static final long FIRST_TIME = 315_532_800L;

  /** An empty folder; has a fixed time, as it need not exist on a disk. */
  public static ZipEntry folder(String name) {
    return new ZipEntry(name.endsWith("/") ? name : name + '/', 0, FIRST_TIME, 0);
  }

  boolean isFolder() {
    return name.endsWith("/");
  }

  boolean isLarge() {
    return size >= FIRST_LARGE;
  }

  /** Whether a data descriptor follows the data (APPNOTE 4.3.9). */
  boolean hasDescriptor() {
    return crc == null;
  }

  byte[] nameBytes() {
    return name.getBytes(StandardCharsets.UTF_8);
  }
}
