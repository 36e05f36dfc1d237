package io.sendfile.core.zip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipLayoutTest {
  private static final long MODIFIED = 1_700_000_001L;

  @TempDir Path temp;

  /** An archive with its data, and the checksums that are known. */
  private static final class Made implements ZipLayout.Checksums {
    final List<ZipEntry> entries = new ArrayList<>();
    final List<byte[]> data = new ArrayList<>();

    Made add(String name, int length, boolean declared) {
      byte[] bytes = new byte[length];
      new Random(length).nextBytes(bytes);
      data.add(bytes);
      entries.add(new ZipEntry(name, length, MODIFIED, declared ? crc(bytes) : null));
      return this;
    }

    Made addFolder(String name) {
      data.add(new byte[0]);
      entries.add(ZipEntry.folder(name));
      return this;
    }

    @Override
    public boolean isKnown(int entry) {
      return true;
    }

    @Override
    public int of(int entry) {
      return crc(data.get(entry));
    }

    /** The bytes from a position on, made in pieces. */
    byte[] from(long position, int piece) {
      ZipLayout layout = new ZipLayout(entries);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      for (long at = position; at < layout.length(); at = position + out.size()) {
        BytePlace place = layout.at(at);
        if (place.part() == ZipPart.DATA) {
          out.write(data.get(place.entry()), (int) place.offset(), (int) place.left());
        } else {
          ByteBuffer buffer = ByteBuffer.allocate(piece);
          layout.make(at, this, buffer);
          out.write(buffer.array(), 0, buffer.position());
        }
      }
      assertThat(out.size()).isEqualTo((int) (layout.length() - position));
      return out.toByteArray();
    }

    private static int crc(byte[] bytes) {
      CRC32 crc = new CRC32();
      crc.update(bytes);
      return (int) crc.getValue();
    }
  }

  private static Made several() {
    return new Made()
        .add("a.bin", 1000, true)
        .add("folder/b.bin", 3, false)
        .add("empty", 0, true)
        .add("ünïcode/日本.txt", 70, true)
        .addFolder("nothing in it")
        .add("empty too", 0, false)
        .add("c", 5000, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 100_000})
  void javaReadsWhatWasMadeInPieces(int piece) throws IOException {
    Made made = several();
    Path file = Files.write(temp.resolve("a.zip"), made.from(0, piece));

    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.size()).isEqualTo(7);
      for (int i = 0; i < zip.size(); i++) {
        java.util.zip.ZipEntry entry = zip.getEntry(made.entries.get(i).name());
        assertThat(zip.getInputStream(entry).readAllBytes()).isEqualTo(made.data.get(i));
        assertThat((int) entry.getCrc()).isEqualTo(made.of(i));
      }
      assertThat(zip.getEntry("nothing in it/").isDirectory()).isTrue();
      assertThat(zip.getEntry("a.bin").getLastModifiedTime().toInstant().getEpochSecond())
          .isEqualTo(MODIFIED);
    }
  }

  @Test
  void unpackedFilesMayBeReadAndFoldersEntered() throws IOException {
    Path file = Files.write(temp.resolve("a.zip"), several().from(0, 1000));
    Map<String, ?> modes = Map.of("enablePosixFileAttributes", true);
    try (FileSystem zip = FileSystems.newFileSystem(file, modes)) {
      assertThat(Files.getPosixFilePermissions(zip.getPath("a.bin")))
          .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
      assertThat(Files.getPosixFilePermissions(zip.getPath("nothing in it")))
          .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** A stream has no central directory yet, so everything must be in the local headers. */
  @Test
  void javaReadsDeclaredEntriesFromStream() throws IOException {
    Made made = new Made().add("a", 10, true).addFolder("f").add("b/c", 100, true);

    try (ZipInputStream zip =
        new ZipInputStream(new java.io.ByteArrayInputStream(made.from(0, 50)))) {
      for (byte[] data : made.data) {
        assertThat(zip.getNextEntry()).isNotNull();
        assertThat(zip.readAllBytes()).isEqualTo(data);
      }
      assertThat(zip.getNextEntry()).isNull();
    }
  }

  @Test
  void anyEndOfAnArchiveIsTheSameBytes() {
    Made made = several();
    byte[] whole = made.from(0, 1 << 20);

    for (int from = 0; from < whole.length; from++) {
      assertThat(Arrays.equals(made.from(from, 113), Arrays.copyOfRange(whole, from, whole.length)))
          .as("bytes from %d on", from)
          .isTrue();
    }
  }

  @Test
  void everyByteHasPlaceBeforeTheNextOne() {
    ZipLayout layout = new ZipLayout(several().entries);
    BytePlace before = layout.at(0);

    for (long at = 1; at < layout.length(); at++) {
      BytePlace place = layout.at(at);
      if (before.left() > 1) {
        assertThat(place)
            .isEqualTo(
                new BytePlace(
                    before.part(), before.entry(), before.offset() + 1, before.left() - 1));
      } else {
        assertThat(place.offset()).isZero();
      }
      before = place;
    }
    assertThat(before.part()).isEqualTo(ZipPart.END);
    assertThat(before.left()).isOne();
  }

  @Test
  void nothingIsMadeBeforeItsChecksumIsKnown() {
    Made made = new Made().add("a", 10, false);
    ZipLayout layout = new ZipLayout(made.entries);
    ZipLayout.Checksums none =
        new ZipLayout.Checksums() {
          @Override
          public boolean isKnown(int entry) {
            return false;
          }

          @Override
          public int of(int entry) {
            throw new AssertionError("nobody knows it");
          }
        };
    ByteBuffer buffer = ByteBuffer.allocate(1000);

    layout.make(0, none, buffer);
    int header = buffer.position();
    assertThat(layout.at(header).part()).isEqualTo(ZipPart.DATA);
    layout.make(header + 10, none, buffer);
    assertThat(buffer.position()).isEqualTo(header);
  }

  /** The data is a hole in a sparse file. */
  @Test
  void largeEntriesAndPositionsHaveTheirOwnFields() throws IOException {
    long large = 5L << 30;
    List<ZipEntry> entries =
        List.of(
            new ZipEntry("declared", large, MODIFIED, 7),
            new ZipEntry("later", large, MODIFIED, null),
            new ZipEntry("small", 3, MODIFIED, (int) crc("abc")));
    ZipLayout layout = new ZipLayout(entries);
    Path file = temp.resolve("large.zip");
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.SPARSE,
            StandardOpenOption.WRITE)) {
      write(layout, out);
    }

    assertThat(Files.size(file)).isEqualTo(layout.length());
    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.getEntry("declared").getSize()).isEqualTo(large);
      assertThat(zip.getEntry("later").getSize()).isEqualTo(large);
      try (InputStream in = zip.getInputStream(zip.getEntry("small"))) {
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("abc");
      }
      try (InputStream in = zip.getInputStream(zip.getEntry("later"))) {
        assertThat(in.readNBytes(1000)).containsOnly(0);
      }
    }
  }

  private static long crc(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(UTF_8));
    return crc.getValue();
  }

  private static void write(ZipLayout layout, FileChannel out) throws IOException {
    Made zeros = new Made();
    layout.entries().forEach(entry -> zeros.data.add(new byte[0]));
    for (long at = 0; at < layout.length(); ) {
      BytePlace place = layout.at(at);
      if (place.part() == ZipPart.DATA) {
        if (place.left() == 3) {
          out.write(ByteBuffer.wrap("abc".getBytes(UTF_8)), at);
        }
        at += place.left();
      } else {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        layout.make(at, zeros, buffer);
        at += out.write(buffer.flip(), at);
      }
    }
  }

  @Test
  void moreEntriesThanSixteenBitsCountHaveTheirOwnEnd() throws IOException {
    Made made = new Made();
    for (int i = 0; i < 70_000; i++) {
      made.add(Integer.toString(i), 1, i % 2 == 0);
    }
    Path file = Files.write(temp.resolve("many.zip"), made.from(0, 1 << 16));

    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.size()).isEqualTo(70_000);
      assertThat(zip.getInputStream(zip.getEntry("69999")).readAllBytes())
          .isEqualTo(made.data.get(69_999));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 315_532_800L, 4_354_819_199L, 5_000_000_000L, Long.MIN_VALUE})
  void everyTimeHasHeaders(long modified) throws IOException {
    ZipLayout layout = new ZipLayout(List.of(new ZipEntry("a", 0, modified, 0)));
    ByteBuffer buffer = ByteBuffer.allocate((int) layout.length());
    layout.make(0, new Made().add("a", 0, true), buffer);
    Path file = Files.write(temp.resolve("time.zip"), buffer.array());

    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.getEntry("a").getSize()).isZero();
    }
  }

  @Test
  void archiveLongerThanAnyNumberIsRefused() {
    ZipEntry huge = new ZipEntry("a", Long.MAX_VALUE - 10, MODIFIED, null);

    assertThatThrownBy(() -> new ZipLayout(List.of(huge, huge)))
        .isInstanceOf(ArithmeticException.class);
  }
}
