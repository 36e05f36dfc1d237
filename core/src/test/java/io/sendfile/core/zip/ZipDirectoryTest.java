package io.sendfile.core.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sendfile.core.zip.ZipDirectory.Member;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipDirectoryTest {
  @TempDir Path folder;

  private static byte[] text(int length) {
    return "abc ".repeat(length).getBytes(UTF_8);
  }

  private static void add(ZipOutputStream zip, String name, byte[] bytes, boolean stored)
      throws IOException {
    java.util.zip.ZipEntry entry = new java.util.zip.ZipEntry(name);
    entry.setExtra(new byte[] {9, 9, 4, 0, 1, 2, 3, 4});
    if (stored) {
      CRC32 crc = new CRC32();
      crc.update(bytes);
      entry.setMethod(java.util.zip.ZipEntry.STORED);
      entry.setSize(bytes.length);
      entry.setCrc(crc.getValue());
    }
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }

  private Path archive(byte[] preceding, String comment) throws IOException {
    Path file = folder.resolve("archive");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(preceding);
      ZipOutputStream zip = new ZipOutputStream(out);
      zip.setComment(comment);
      add(zip, "stored", text(10), true);
      add(zip, "a/deflated ä", text(1000), false);
      zip.putNextEntry(new java.util.zip.ZipEntry("folder/"));
      zip.finish();
    }
    return file;
  }

  private static byte[] bytes(FileChannel archive, Member member) throws Exception {
    ByteBuffer stored = ByteBuffer.allocate((int) member.stored() + 1);
    archive.read(stored, member.position(archive));
    if (!member.deflated()) {
      return Arrays.copyOf(stored.array(), (int) member.stored());
    }
    Inflater inflater = new Inflater(true);
    inflater.setInput(stored.array());
    byte[] bytes = new byte[(int) member.size()];
    assertThat(inflater.inflate(bytes)).isEqualTo(bytes.length);
    inflater.end();
    return bytes;
  }

  private void assertFound(Path file) throws Exception {
    try (FileChannel archive = FileChannel.open(file)) {
      ZipDirectory directory = ZipDirectory.read(archive, name -> true);
      assertThat(bytes(archive, directory.find("stored"))).isEqualTo(text(10));
      Member deflated = directory.find("a/deflated ä");
      assertThat(bytes(archive, deflated)).isEqualTo(text(1000));
      CRC32 crc = new CRC32();
      crc.update(text(1000));
      assertThat(deflated.crc()).isEqualTo((int) crc.getValue());
      assertThat(directory.find("folder/")).isNull();
      assertThat(directory.find("none")).isNull();
      assertThat(ZipDirectory.read(archive, "stored"::equals).find("a/deflated ä")).isNull();
    }
  }

  @Test
  void findsTheBytesOfEntries() throws Exception {
    assertFound(archive(new byte[0], ""));
  }

  @Test
  void findsThemBehindAScriptAndBeforeAComment() throws Exception {
    assertFound(archive("#!/bin/sh\nexec java -jar \"$0\"\n".getBytes(UTF_8), "PK\5\6 comment"));
  }

  /** An archive with the numbers of its end in 64 bits; its directory has so many more bytes. */
  private static byte[] large(byte[] plain, long more) {
    int end = plain.length - 22;
    ByteBuffer numbers = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
    long length = numbers.getInt(end + 12) + more;
    int start = numbers.getInt(end + 16);
    ByteArrayOutputStream large = new ByteArrayOutputStream();
    large.write(plain, 0, end);
    ByteBuffer records = ByteBuffer.allocate(56 + 20 + 22).order(ByteOrder.LITTLE_ENDIAN);
    records.putInt(0x06064b50).putLong(44).putShort((short) 45).putShort((short) 45);
    records.putInt(0).putInt(0).putLong(3).putLong(3).putLong(length).putLong(start);
    records.putInt(0x07064b50).putInt(0).putLong(end).putInt(1);
    records.putInt(0x06054b50).putInt(0).putShort((short) -1).putShort((short) -1);
    records.putInt(-1).putInt(-1).putShort((short) 0);
    large.writeBytes(records.array());
    return large.toByteArray();
  }

  @Test
  void readsNumbersOf64Bits() throws Exception {
    Path file = archive(new byte[0], "");
    assertFound(Files.write(file, large(Files.readAllBytes(file), 0)));
  }

  /** The directory of a file "a" whose size is a number of 64 bits, in an extra field. */
  private static byte[] withExtra(int length, long... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(0x02014b50).putInt(45).putLong(0).putInt(0).putInt(5).putInt(-1);
    bytes.putShort((short) 1).putShort((short) (4 + length)).putShort((short) 0).putInt(0);
    bytes.putLong(0).put((byte) 'a').putShort((short) 1).putShort((short) length);
    for (long number : numbers) {
      bytes.putLong(number);
    }
    int end = bytes.position();
    bytes.putInt(0x06054b50).putInt(0).putShort((short) 1).putShort((short) 1);
    bytes.putInt(end).putInt(0).putShort((short) 0);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  @Test
  void readsASizeOf64Bits() throws Exception {
    Path file = Files.write(folder.resolve("large"), withExtra(8, 1L << 40));
    try (FileChannel archive = FileChannel.open(file)) {
      Member found = ZipDirectory.read(archive, name -> true).find("a");
      assertThat(found.size()).isEqualTo(1L << 40);
    }
  }

  @Test
  void refusesWhatIsNoArchive() throws Exception {
    byte[] whole = Files.readAllBytes(archive(new byte[0], ""));
    byte[] damaged = whole.clone();
    damaged[whole.length - 22 + 19] = 0x7f;
    for (byte[] wrong :
        new byte[][] {
          {},
          text(100),
          Arrays.copyOf(whole, whole.length - 1),
          damaged,
          large(whole, Long.MIN_VALUE),
          withExtra(0),
          withExtra(8, -1)
        }) {
      Path file = Files.write(folder.resolve("wrong"), wrong);
      try (FileChannel archive = FileChannel.open(file)) {
        assertThatIOException().isThrownBy(() -> ZipDirectory.read(archive, name -> true));
      }
    }
  }
}
