package io.sendfile.core.zip;

import static io.sendfile.core.zip.ZipEntry.FIRST_LARGE;
import static io.sendfile.core.zip.ZipEntry.FIRST_TIME;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Generates the records of an archive (APPNOTE 4.3), whose lengths are known in advance. The local
 * header of an entry with a data descriptor has the size, too, where APPNOTE 4.4.8 wants a zero, so
 * that readers of a stream know where the data ends.
 */
final class ZipRecords {
  private static final int LOCAL = 30;
  private static final int CENTRAL = 46;
  private static final int TIME_EXTRA = 9;
  private static final int SIZES_EXTRA = 20;
  private static final int END = 22;
  private static final int LARGE_END = 56 + 20;

  private static final int DESCRIPTOR_FLAG = 1 << 3;
  private static final int UTF_8_FLAG = 1 << 11;
  private static final int BY_UNIX = 3 << 8;
  private static final int VERSION = 20;
  private static final int LARGE_VERSION = 45;
  private static final int FILE_MODE = 0100644;
  private static final int FOLDER_MODE = 040755;
  private static final int DOS_FOLDER = 0x10;

  /** The last one: 2107-12-31 23:59:58. */
  private static final long LAST_TIME = 4_354_819_198L;

  private ZipRecords() {}

  static int localLength(ZipEntry entry, int nameBytes) {
    return LOCAL + nameBytes + (entry.isLarge() ? SIZES_EXTRA : 0) + timeLength(entry);
  }

  static int descriptorLength(ZipEntry entry) {
    return entry.hasDescriptor() ? (entry.isLarge() ? 24 : 16) : 0;
  }

  static int centralLength(ZipEntry entry, int nameBytes, long start) {
    return CENTRAL + nameBytes + largeLength(entry, start) + timeLength(entry);
  }

  private static int largeLength(ZipEntry entry, long start) {
    int numbers = (entry.isLarge() ? 2 : 0) + (start >= FIRST_LARGE ? 1 : 0);
    return numbers == 0 ? 0 : 4 + 8 * numbers;
  }

  /** The extra field has seconds as a signed 32-bit number. */
  private static int timeLength(ZipEntry entry) {
    long seconds = entry.modified();
    return seconds >= 0 && seconds <= Integer.MAX_VALUE ? TIME_EXTRA : 0;
  }

  /** Local file header (4.3.7). */
  static ByteBuffer local(ZipEntry entry) {
    byte[] name = entry.nameBytes();
    Integer crc = entry.crc();
    ByteBuffer out = buffer(localLength(entry, name.length)).putInt(0x04034b50);
    common(out, entry, entry.isLarge(), crc == null ? 0 : crc);
    out.putShort((short) name.length);
    out.putShort((short) (out.capacity() - LOCAL - name.length)).put(name);
    if (entry.isLarge()) {
      out.putShort((short) 1).putShort((short) 16).putLong(entry.size()).putLong(entry.size());
    }
    time(out, entry);
    return out.flip();
  }

  /** Data descriptor (4.3.9). */
  static ByteBuffer descriptor(ZipEntry entry, int crc) {
    ByteBuffer out = buffer(descriptorLength(entry)).putInt(0x08074b50).putInt(crc);
    if (entry.isLarge()) {
      out.putLong(entry.size()).putLong(entry.size());
    } else {
      out.putInt((int) entry.size()).putInt((int) entry.size());
    }
    return out.flip();
  }

  /**
   * Header in the central directory (4.3.12).
   *
   * @param start position of the local header
   */
  static ByteBuffer central(ZipEntry entry, int crc, long start) {
    byte[] name = entry.nameBytes();
    ByteBuffer out = buffer(centralLength(entry, name.length, start)).putInt(0x02014b50);
    out.putShort((short) (BY_UNIX | LARGE_VERSION));
    int large = largeLength(entry, start);
    common(out, entry, large > 0, crc);
    out.putShort((short) name.length);
    out.putShort((short) (out.capacity() - CENTRAL - name.length));
    out.putShort((short) 0).putShort((short) 0).putShort((short) 0);
    out.putInt(entry.isFolder() ? FOLDER_MODE << 16 | DOS_FOLDER : FILE_MODE << 16);
    out.putInt((int) Math.min(start, FIRST_LARGE)).put(name);
    if (large > 0) {
      out.putShort((short) 1).putShort((short) (large - 4));
      if (entry.isLarge()) {
        out.putLong(entry.size()).putLong(entry.size());
      }
      if (start >= FIRST_LARGE) {
        out.putLong(start);
      }
    }
    time(out, entry);
    return out.flip();
  }

  /** The fields of both headers from "version needed" to the sizes. */
  private static void common(ByteBuffer out, ZipEntry entry, boolean large, int crc) {
    int size = (int) Math.min(entry.size(), FIRST_LARGE);
    out.putShort((short) (large ? LARGE_VERSION : VERSION));
    out.putShort((short) (UTF_8_FLAG | (entry.hasDescriptor() ? DESCRIPTOR_FLAG : 0)));
    out.putShort((short) 0);
    out.putInt(dosTime(entry.modified())).putInt(crc).putInt(size).putInt(size);
  }

  /**
   * A time in the format of MS-DOS (4.4.6), in steps of two seconds, from 1980 to 2107: the date in
   * the upper 16 bits, the time in the lower ones. In UTC, since the bytes of an archive must not
   * depend on the zone of the server; extractors prefer the exact time of the extra field.
   */
  private static int dosTime(long seconds) {
    long clamped = Math.max(FIRST_TIME, Math.min(LAST_TIME, seconds));
    LocalDateTime at = LocalDateTime.ofInstant(Instant.ofEpochSecond(clamped), ZoneOffset.UTC);
    int date = (at.getYear() - 1980) << 9 | at.getMonthValue() << 5 | at.getDayOfMonth();
    int time = at.getHour() << 11 | at.getMinute() << 5 | at.getSecond() >> 1;
    return date << 16 | time;
  }

  /** Extra field of Info-ZIP with the exact time of modification, in seconds of UTC. */
  private static void time(ByteBuffer out, ZipEntry entry) {
    if (timeLength(entry) > 0) {
      out.putShort((short) 0x5455).putShort((short) 5).put((byte) 1);
      out.putInt((int) entry.modified());
    }
  }

  static int endLength(int entries, long start, long length) {
    return isLargeEnd(entries, start, length) ? LARGE_END + END : END;
  }

  private static boolean isLargeEnd(int entries, long start, long length) {
    return entries >= 0xFFFF || start >= FIRST_LARGE || length >= FIRST_LARGE;
  }

  /**
   * The end of the central directory (4.3.14 to 4.3.16).
   *
   * @param start position of the directory
   * @param length its bytes
   */
  static ByteBuffer end(int entries, long start, long length) {
    ByteBuffer out = buffer(endLength(entries, start, length));
    if (isLargeEnd(entries, start, length)) {
      out.putInt(0x06064b50).putLong(44);
      out.putShort((short) (BY_UNIX | LARGE_VERSION)).putShort((short) LARGE_VERSION);
      out.putInt(0).putInt(0).putLong(entries).putLong(entries).putLong(length).putLong(start);
      out.putInt(0x07064b50).putInt(0).putLong(start + length).putInt(1);
    }
    short number = (short) Math.min(entries, 0xFFFF);
    out.putInt(0x06054b50).putShort((short) 0).putShort((short) 0).putShort(number);
    out.putShort(number).putInt((int) Math.min(length, FIRST_LARGE));
    out.putInt((int) Math.min(start, FIRST_LARGE)).putShort((short) 0);
    return out.flip();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
