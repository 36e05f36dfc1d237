package io.sendfile.core.zip;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The place of each byte of an archive: for each entry a local header, the data and perhaps a data
 * descriptor, then the central directory and its end (APPNOTE 4.3.6). It depends on the entries
 * alone, so that every response for them has the same bytes. Keeps two numbers for each entry, and
 * finds any place in logarithmic time. Immutable.
 */
public final class ZipLayout {
  private final List<ZipEntry> entries;

  /** Positions of the local headers, then that of the central directory. */
  private final long[] locals;

  /** Positions of the headers in the central directory, then that of its end. */
  private final long[] centrals;

  private final long length;

  /**
   * The layout of these entries, in their order.
   *
   * @param entries never changes, and may make its elements when they are asked for
   * @throws ArithmeticException if the archive has more than 2^63 - 1 bytes
   */
  public ZipLayout(List<ZipEntry> entries) {
    this.entries = entries;
    int n = entries.size();
    this.locals = new long[n + 1];
    this.centrals = new long[n + 1];
    long directory = 0;
    for (int i = 0; i < n; i++) {
      ZipEntry entry = entries.get(i);
      int name = entry.nameBytes().length;
      int made = ZipRecords.localLength(entry, name) + ZipRecords.descriptorLength(entry);
      locals[i + 1] = Math.addExact(Math.addExact(locals[i], made), entry.size());
      directory += ZipRecords.centralLength(entry, name, locals[i]);
      centrals[i + 1] = directory;
    }
    for (int i = 0; i <= n; i++) {
      centrals[i] = Math.addExact(centrals[i], locals[n]);
    }
    this.length = Math.addExact(centrals[n], ZipRecords.endLength(n, locals[n], directory));
  }

  /** Checksums for headers and data descriptors. */
  public interface Checksums {
    /** Whether the CRC-32 of an entry is known yet. */
    boolean isKnown(int entry);

    /** CRC-32 of an entry that is known. */
    int of(int entry);
  }

  /** Bytes of the archive. */
  public long length() {
    return length;
  }

  /** Its entries. */
  public List<ZipEntry> entries() {
    return entries;
  }

  /**
   * The place of a byte.
   *
   * @param position from 0 to below the length
   */
  public BytePlace at(long position) {
    int n = entries.size();
    if (position >= centrals[n]) {
      return new BytePlace(ZipPart.END, n, position - centrals[n], length - position);
    }
    if (position >= locals[n]) {
      int i = indexIn(centrals, position);
      return new BytePlace(ZipPart.CENTRAL, i, position - centrals[i], centrals[i + 1] - position);
    }
    int i = indexIn(locals, position);
    ZipEntry entry = entries.get(i);
    long tail = locals[i + 1] - ZipRecords.descriptorLength(entry);
    long data = tail - entry.size();
    if (position < data) {
      return new BytePlace(ZipPart.LOCAL, i, position - locals[i], data - position);
    }
    return position < tail
        ? new BytePlace(ZipPart.DATA, i, position - data, tail - position)
        : new BytePlace(ZipPart.DESCRIPTOR, i, position - tail, locals[i + 1] - position);
  }

  /** The last element that is not greater; all of them differ. */
  private static int indexIn(long[] positions, long position) {
    int found = Arrays.binarySearch(positions, position);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Generates bytes from a position on, up to the next data, the first record with an unknown
   * checksum, or the end of the buffer. Generates none at a byte of data.
   */
  public void make(long position, Checksums checksums, ByteBuffer into) {
    long at = position;
    while (into.hasRemaining() && at < length) {
      BytePlace place = at(at);
      if (place.part() == ZipPart.DATA || !canMake(place, checksums)) {
        return;
      }
      ByteBuffer record = record(place, checksums).position((int) place.offset());
      int n = Math.min(record.remaining(), into.remaining());
      into.put(record.limit(record.position() + n));
      at += n;
    }
  }

  private static boolean canMake(BytePlace place, Checksums checksums) {
    return switch (place.part()) {
      case LOCAL, END, DATA -> true;
      case DESCRIPTOR, CENTRAL -> checksums.isKnown(place.entry());
    };
  }

  private ByteBuffer record(BytePlace place, Checksums checksums) {
    int i = place.entry();
    return switch (place.part()) {
      case LOCAL -> ZipRecords.local(entries.get(i));
      case DESCRIPTOR -> ZipRecords.descriptor(entries.get(i), checksums.of(i));
      case CENTRAL -> ZipRecords.central(entries.get(i), checksums.of(i), locals[i]);
      case END -> ZipRecords.end(i, locals[i], centrals[i] - locals[i]);
      case DATA -> throw new IllegalArgumentException("data is not made");
    };
  }
}
