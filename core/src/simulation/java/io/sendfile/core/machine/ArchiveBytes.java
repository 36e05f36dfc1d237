package io.sendfile.core.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The bytes of all archives of one list, which are the same in each response, whatever their
 * ranges; once all of them were sent, they are an archive of the listed files.
 */
final class ArchiveBytes {
  private static final int MOST = 100_000;

  private final World world;
  private final String list;
  private final Map<String, VirtualFile> members;
  private final byte[] bytes = new byte[MOST];
  private final BitSet known = new BitSet();
  private boolean checked;

  /**
   * @param list as an application writes it
   * @param members files by their names in the archive
   */
  ArchiveBytes(World world, String list, Map<String, VirtualFile> members) {
    this.world = world;
    this.list = list;
    this.members = members;
  }

  String list() {
    return list;
  }

  /** A byte was sent. */
  void sent(long position, byte value) {
    int at = (int) position;
    if (known.get(at) && bytes[at] != value) {
      world.breach("archives of one list differ at " + at);
    }
    known.set(at);
    bytes[at] = value;
  }

  /** A response ended, to which all bytes of the archive belong. */
  void ended(long length) {
    if (!checked && known.cardinality() == length) {
      checked = true;
      check((int) length);
    }
  }

  private void check(int length) {
    try {
      Path file = Files.createTempFile("machine", ".zip");
      try {
        Files.write(file, Arrays.copyOf(bytes, length));
        check(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void check(Path file) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (Map.Entry<String, VirtualFile> member : members.entrySet()) {
        ZipEntry entry = zip.getEntry(member.getKey());
        if (entry == null) {
          world.breach("an archive has no " + member.getKey());
          return;
        }
        try (InputStream in = zip.getInputStream(entry)) {
          check(entry, in.readAllBytes(), member.getValue());
        }
      }
    } catch (ZipException e) {
      world.breach("what was sent is no archive: " + e.getMessage());
    }
  }

  private void check(ZipEntry entry, byte[] data, VirtualFile member) {
    CRC32 sum = new CRC32();
    sum.update(data);
    boolean right = data.length == member.size() && sum.getValue() == entry.getCrc();
    for (int i = 0; i < data.length && right; i++) {
      right = data[i] == member.channel().byteAt(i);
    }
    if (!right) {
      world.breach("an archive has wrong bytes in " + entry.getName());
    }
  }
}
