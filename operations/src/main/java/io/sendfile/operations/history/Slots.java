package io.sendfile.operations.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Places of one size in a file, each with a checksum, so that a torn write costs one of them only.
 * Not thread-safe.
 */
final class Slots {
  /** Number of slots per read, as most reads are sequential. */
  private static final int CHUNK = 64;

  private final FileChannel file;
  private final long offset;
  private final int count;
  private final int bytes;
  private final ByteBuffer chunk;
  private final ByteBuffer empty;

  private int damaged;

  /** The first slot in {@link #chunk}. */
  private int first = -CHUNK;

  /**
   * @param offset of the first one in the file
   * @param bytes most content of each
   */
  Slots(FileChannel file, long offset, int count, int bytes) {
    this.file = file;
    this.offset = offset;
    this.count = count;
    this.bytes = bytes;
    this.chunk = ByteBuffer.allocate((int) size(CHUNK, bytes));
    this.empty = ByteBuffer.allocate((int) size(1, bytes));
  }

  /** Bytes of a file that such slots need. */
  static long size(int count, int bytes) {
    return (long) count * (Integer.BYTES + bytes);
  }

  int count() {
    return count;
  }

  /**
   * The content of a slot, until the next call, with zeros up to its full length; null if it is
   * empty, or its checksum is wrong.
   */
  @Nullable ByteBuffer read(int slot) throws IOException {
    if (slot < first || slot >= first + CHUNK) {
      fill(slot);
    }
    ByteBuffer all = chunk.slice((int) size(slot - first, bytes), empty.capacity());
    if (all.equals(empty)) {
      return null;
    }
    int sum = all.getInt();
    ByteBuffer content = all.slice();
    if (sum == checksum(content)) {
      return content;
    }
    damaged++;
    return null;
  }

  /** Wrong checksums that were read. */
  int damaged() {
    return damaged;
  }

  private void fill(int slot) throws IOException {
    first = -CHUNK;
    chunk.clear().limit((int) size(Math.min(CHUNK, count - slot), bytes));
    long at = offset + size(slot, bytes);
    while (chunk.hasRemaining() && file.read(chunk, at + chunk.position()) >= 0) {
      // A read may return less; repeats it until the buffer is full or the file ends.
    }
    chunk.clear();
    first = slot;
  }

  /** Overwrites a slot. */
  void write(int slot, ByteBuffer content) throws IOException {
    first = -CHUNK;
    ByteBuffer all = ByteBuffer.allocate(Integer.BYTES + bytes);
    all.position(Integer.BYTES);
    all.put(content);
    all.position(Integer.BYTES);
    all.putInt(0, checksum(all.slice()));
    all.clear();
    long at = offset + size(slot, bytes);
    while (all.hasRemaining()) {
      file.write(all, at + all.position());
    }
  }

  private static int checksum(ByteBuffer content) {
    CRC32 sum = new CRC32();
    sum.update(content.duplicate());
    return (int) sum.getValue();
  }
}
