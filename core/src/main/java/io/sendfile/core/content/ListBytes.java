package io.sendfile.core.content;

import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a body. They are neither copied nor changed, and equal if they are the same bytes;
 * compared by a checksum first.
 */
public final class ListBytes {
  /** Length of each part but the last. */
  public static final int PART_BYTES = 64 << 10;

  static final ListBytes EMPTY = new ListBytes(List.of(), 0);

  private final byte[][] parts;
  private final int length;
  private final int crc;

  /**
   * @param parts the last one may be longer than its content
   * @param length of the content
   */
  public ListBytes(List<byte[]> parts, int length) {
    this.parts = parts.toArray(new byte[0][]);
    this.length = length;
    CRC32 sum = new CRC32();
    for (int i = 0; i < this.parts.length; i++) {
      sum.update(this.parts[i], 0, lengthOf(i));
    }
    this.crc = (int) sum.getValue();
  }

  private int lengthOf(int part) {
    return Math.min(PART_BYTES, length - part * PART_BYTES);
  }

  int length() {
    return length;
  }

  byte get(int index) {
    return parts[index / PART_BYTES][index % PART_BYTES];
  }

  byte[] copy(int start, int end) {
    byte[] copy = new byte[end - start];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = get(start + i);
    }
    return copy;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof ListBytes that) || length != that.length || crc != that.crc) {
      return false;
    }
    for (int i = 0; i < parts.length; i++) {
      int n = lengthOf(i);
      if (!Arrays.equals(parts[i], 0, n, that.parts[i], 0, n)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return crc;
  }
}
