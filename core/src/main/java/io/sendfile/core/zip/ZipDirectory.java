package io.sendfile.core.zip;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The central directory of an archive that exists, such as a JAR: the places of the bytes of its
 * entries, which the JDK does not tell. Immutable.
 */
public final class ZipDirectory {
  /** Bytes of a directory at most, which are read at once: those of a million entries. */
  private static final long MOST_BYTES = 128 << 20;

  private static final int END = 22;
  private static final int LARGE_LOCATOR = 20;
  private static final int LARGE_END = 56;
  private static final int CENTRAL = 46;
  private static final int LOCAL = 30;
  private static final int MOST_COMMENT = 0xFFFF;

  private static final int STORED = 0;
  private static final int DEFLATED = 8;
  private static final int ENCRYPTED_FLAG = 1;

  private final Map<String, Member> members;

  private ZipDirectory(Map<String, Member> members) {
    this.members = members;
  }

  /**
   * A file in the archive.
   *
   * @param deflated whether it is stored in the format of deflate, else as it is
   * @param size its bytes
   * @param stored its bytes in the archive
   * @param crc its CRC-32
   * @param time its time in the format of MS-DOS, date and time, without a zone
   * @param header position of its local header
   */
  public record Member(boolean deflated, long size, long stored, int crc, int time, long header) {
    /**
     * The position of its first byte in the archive.
     *
     * @throws IOException if it cannot be read, or the archive is damaged
     */
    public long position(FileChannel archive) throws IOException {
      ByteBuffer local = read(archive, header, LOCAL);
      if (local.getInt(0) != 0x04034b50) {
        throw new IOException("the archive is damaged: an entry has no header");
      }
      return header + LOCAL + unsigned(local, 26) + unsigned(local, 28);
    }
  }

  /**
   * Reads the directory. Folders, encrypted files and those of other methods than stored and
   * deflated are left out.
   *
   * @param wanted the names to be kept
   * @throws IOException if it cannot be read, or the file is no archive
   */
  public static ZipDirectory read(FileChannel archive, Predicate<String> wanted)
      throws IOException {
    Bounds bounds = Bounds.find(archive);
    if (bounds.length < 0 || bounds.length > MOST_BYTES) {
      throw new IOException("the directory of the archive has " + bounds.length + " bytes");
    }
    ByteBuffer directory = read(archive, bounds.start, (int) bounds.length);
    Map<String, Member> members = new HashMap<>();
    for (int at = 0; at + CENTRAL <= directory.limit(); ) {
      if (directory.getInt(at) != 0x02014b50) {
        break;
      }
      int nameLength = unsigned(directory, at + 28);
      int extraLength = unsigned(directory, at + 30);
      int next = at + CENTRAL + nameLength + extraLength + unsigned(directory, at + 32);
      if (next > directory.limit()) {
        throw damaged();
      }
      String name =
          StandardCharsets.UTF_8.decode(directory.slice(at + CENTRAL, nameLength)).toString();
      int method = unsigned(directory, at + 10);
      boolean readable =
          (unsigned(directory, at + 8) & ENCRYPTED_FLAG) == 0
              && (method == STORED || method == DEFLATED);
      if (readable && !name.endsWith("/") && wanted.test(name)) {
        members.put(
            name, member(directory, at, nameLength, extraLength, method, bounds.precedingBytes));
      }
      at = next;
    }
    return new ZipDirectory(Map.copyOf(members));
  }

  /** The file of that name; null if there is none. */
  public @Nullable Member find(String name) {
    return members.get(name);
  }

  /**
   * @param precedingBytes before the archive in its file, which positions do not count
   */
  private static Member member(
      ByteBuffer directory,
      int at,
      int nameLength,
      int extraLength,
      int method,
      long precedingBytes)
      throws IOException {
    long stored = directory.getInt(at + 20) & 0xFFFF_FFFFL;
    long size = directory.getInt(at + 24) & 0xFFFF_FFFFL;
    long header = directory.getInt(at + 42) & 0xFFFF_FFFFL;
    int extra = at + CENTRAL + nameLength;
    int end = extra + extraLength;
    while (extra + 4 <= end) {
      int length = unsigned(directory, extra + 2);
      if (unsigned(directory, extra) == 1 && extra + 4 + length <= end) {
        // ZIP64 (APPNOTE 4.5.3): those numbers that have no room in the header, in this order.
        ByteBuffer numbers = directory.slice(extra + 4, length).order(ByteOrder.LITTLE_ENDIAN);
        size = large(size, numbers);
        stored = large(stored, numbers);
        header = large(header, numbers);
      }
      extra += 4 + length;
    }
    long position = header + precedingBytes;
    if (position < 0) {
      throw damaged();
    }
    return new Member(
        method == DEFLATED,
        size,
        stored,
        directory.getInt(at + 16),
        directory.getInt(at + 12),
        position);
  }

  private static long large(long number, ByteBuffer numbers) throws IOException {
    if (number != ZipEntry.FIRST_LARGE) {
      return number;
    }
    long large = numbers.remaining() < Long.BYTES ? -1 : numbers.getLong();
    if (large < 0) {
      throw damaged();
    }
    return large;
  }

  private static IOException damaged() {
    return new IOException("the directory of the archive is damaged");
  }

  /**
   * The place of the directory in the file.
   *
   * @param precedingBytes before the archive, such as a script that starts it
   */
  private record Bounds(long start, long length, long precedingBytes) {
    static Bounds find(FileChannel archive) throws IOException {
      long size = archive.size();
      int tail = (int) Math.min(size, END + MOST_COMMENT);
      ByteBuffer last = ZipDirectory.read(archive, size - tail, tail);
      for (int at = tail - END; at >= 0; at--) {
        if (last.getInt(at) == 0x06054b50 && at + END + unsigned(last, at + 20) == tail) {
          return of(archive, last, at, size - tail + at);
        }
      }
      throw new IOException("the file is no archive: it has no directory at its end");
    }

    private static Bounds of(FileChannel archive, ByteBuffer last, int at, long end)
        throws IOException {
      long length = last.getInt(at + 12) & 0xFFFF_FFFFL;
      long start = last.getInt(at + 16) & 0xFFFF_FFFFL;
      boolean large =
          unsigned(last, at + 10) == 0xFFFF
              || length == ZipEntry.FIRST_LARGE
              || start == ZipEntry.FIRST_LARGE;
      if (large && end >= LARGE_LOCATOR) {
        ByteBuffer locator = ZipDirectory.read(archive, end - LARGE_LOCATOR, LARGE_LOCATOR);
        if (locator.getInt(0) == 0x07064b50) {
          long largeEnd = locator.getLong(8);
          ByteBuffer numbers = ZipDirectory.read(archive, largeEnd, LARGE_END);
          if (numbers.getInt(0) == 0x06064b50) {
            return new Bounds(numbers.getLong(48), numbers.getLong(40), 0);
          }
        }
      }
      if (length + start > end) {
        throw new IOException("the archive is damaged: its directory is longer than the file");
      }
      return new Bounds(end - length, length, end - length - start);
    }
  }

  private static int unsigned(ByteBuffer bytes, int at) {
    return bytes.getShort(at) & 0xFFFF;
  }

  private static ByteBuffer read(FileChannel archive, long position, int length)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (position < 0 || archive.read(bytes, position + bytes.position()) < 0) {
        throw new EOFException("the archive is damaged: it ends before its directory does");
      }
    }
    return bytes.flip();
  }
}
