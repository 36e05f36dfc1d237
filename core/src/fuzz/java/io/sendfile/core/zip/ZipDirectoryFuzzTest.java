package io.sendfile.core.zip;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.core.zip.ZipDirectory.Member;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Archives: one is read or refused, never with another exception. What {@link ZipInputStream},
 * which knows nothing of the directory, finds as first entry has these numbers in the directory,
 * too, unless the directory leads elsewhere.
 */
class ZipDirectoryFuzzTest extends FuzzTarget {
  @Override
  protected int rounds() {
    return 2_000;
  }

  @Override
  protected boolean check(byte[] input) throws IOException {
    Path file = Files.createTempFile("archive", ".zip");
    try {
      Files.write(file, input);
      try (FileChannel archive = FileChannel.open(file)) {
        return read(archive, input);
      }
    } finally {
      Files.delete(file);
    }
  }

  private static boolean read(FileChannel archive, byte[] input) throws IOException {
    ZipDirectory directory;
    try {
      directory = ZipDirectory.read(archive, name -> true);
    } catch (IOException e) {
      return false;
    }
    boolean found = false;
    for (String name : new String[] {"a", "b", "c/d", "ä", ""}) {
      Member member = directory.find(name);
      found |= member != null && isWhole(archive, member, input);
    }
    return found;
  }

  /** Whether it lies in the archive, and has its content. */
  private static boolean isWhole(FileChannel archive, Member member, byte[] input)
      throws IOException {
    assertThat(member.size()).isNotNegative();
    assertThat(member.stored()).isNotNegative();
    assertThat(member.header()).isNotNegative();
    long position;
    try {
      position = member.position(archive);
    } catch (IOException e) {
      return false;
    }
    assertThat(position).isGreaterThan(member.header());
    int header = (int) member.header();
    InputStream rest = new ByteArrayInputStream(input, header, input.length - header);
    try (ZipInputStream in = new ZipInputStream(rest)) {
      ZipEntry entry = in.getNextEntry();
      if (entry == null || entry.getSize() < 0 || entry.getCrc() != (member.crc() & 0xFFFF_FFFFL)) {
        return false;
      }
      return entry.getSize() == member.size();
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }
}
