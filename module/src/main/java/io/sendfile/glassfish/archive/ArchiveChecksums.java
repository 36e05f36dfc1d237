package io.sendfile.glassfish.archive;

import io.sendfile.glassfish.files.FileFacts;
import io.sendfile.glassfish.zip.ZipEntry;
import io.sendfile.glassfish.zip.ZipLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The checksums of one archive: declared by the application, cached, or computed here, one file at
 * a time, in steps. For one thread at a time.
 */
final class ArchiveChecksums implements ZipLayout.Checksums {
  /** Most bytes of one step, which takes a worker some milliseconds. */
  static final long STEP = 8L << 20;

  private static final int BUFFER_BYTES = 64 << 10;

  private final List<Member> members;
  private final KnownChecksums shared;
  private final int[] values;
  private final BitSet known = new BitSet();
  private final CRC32 crc = new CRC32();
  private int reading = -1;
  private long read;
  private Instant began = Instant.MIN;

  ArchiveChecksums(List<Member> members, KnownChecksums shared) {
    this.members = members;
    this.shared = shared;
    this.values = new int[members.size()];
  }

  @Override
  public boolean isKnown(int entry) {
    if (!known.get(entry)) {
      Integer value = find(members.get(entry));
      if (value == null) {
        return false;
      }
      set(entry, value);
    }
    return true;
  }

  private @Nullable Integer find(Member member) {
    ZipEntry entry = member.entry();
    Integer declared = entry.crc();
    if (declared != null || entry.size() == 0) {
      return declared == null ? 0 : declared;
    }
    return member.file() == null ? null : shared.of(member.file().facts());
  }

  @Override
  public int of(int entry) {
    return values[entry];
  }

  private void set(int entry, int value) {
    values[entry] = value;
    known.set(entry);
  }

  /** Begins to read a file, unless it is being read already. */
  void begin(int entry) {
    if (reading != entry) {
      reading = entry;
      read = 0;
      crc.reset();
      began = Instant.now();
    }
  }

  /** Whether this file is being read, up to a position before that one. */
  boolean isBehind(int entry, long position) {
    return reading == entry && read < position;
  }

  /**
   * Reads on in the file it has begun.
   *
   * @param end position to stop at; a step may end before
   */
  void read(FileChannel file, FileFacts facts, long end) throws IOException {
    long stop = Math.min(end, read + STEP);
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, stop - read));
    while (read < stop) {
      int n = file.read(buffer.clear().limit((int) Math.min(buffer.capacity(), stop - read)), read);
      if (n < 0) {
        // The file has become shorter, which the archive notices itself.
        return;
      }
      crc.update(buffer.flip());
      read += n;
    }
    if (read == facts.size()) {
      int value = (int) crc.getValue();
      set(reading, value);
      shared.keep(facts, value, began);
    }
  }
}
