package io.sendfile.glassfish.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.files.FileOpener;
import io.sendfile.glassfish.files.HiddenFiles;
import io.sendfile.glassfish.files.OpenFile;
import io.sendfile.glassfish.files.OpenFiles;
import io.sendfile.glassfish.files.OpenResult;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.Roots;
import io.sendfile.glassfish.files.Sink;
import io.sendfile.glassfish.files.SymlinkPolicy;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.zip.ZipLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveTest {
  private static final FileTime SETTLED = FileTime.from(Instant.parse("2026-01-02T03:04:06Z"));

  @TempDir Path temp;
  private Path folder;
  private Roots roots;
  private final KnownChecksums known = new KnownChecksums();
  private final List<OpenFile> opened = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private RefusalReason refusal;
  private int mostOpen;

  @BeforeEach
  void makeFiles() throws IOException {
    folder = Files.createDirectory(temp.toRealPath().resolve("files"));
    roots =
        Roots.of(
            List.of(new Root("r", folder, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true)),
            List.of(),
            new OpenFiles(0, 0, 0));
    add("a", 1000, true);
    add("large", (int) ArchiveChecksums.STEP + 100_000, false);
    add("c", 70_000, false);
    members.add(Member.folder("nothing"));
    add("d", 0, false);
  }

  @AfterEach
  void holdsNothing() {
    assertThat(opened).noneMatch(file -> file.channel().isOpen());
    assertThat(mostOpen).isLessThanOrEqualTo(1);
    roots.close();
  }

  private void add(String name, int length, boolean declared) throws IOException {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    Path path = Files.write(folder.resolve(name), bytes);
    Files.setLastModifiedTime(path, SETTLED);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    Target target = new Target.InRoot("r", name);
    try (OpenFile file = ((OpenResult.Opened) open(target)).file()) {
      members.add(Member.of(name, target, file, declared ? (int) crc.getValue() : null));
    }
  }

  private OpenResult open(Target target) {
    if (refusal != null) {
      return new OpenResult.Refused(refusal, "as the test wants");
    }
    OpenResult result = new FileOpener().openOnce(target, roots);
    if (result instanceof OpenResult.Opened file) {
      opened.add(file.file());
      mostOpen =
          Math.max(mostOpen, (int) opened.stream().filter(f -> f.channel().isOpen()).count());
    }
    return result;
  }

  private Archive archive() {
    return new Archive(members, known, this::open);
  }

  /** Takes a bounded number of bytes at a time, and every third time none. */
  private static final class Taker implements Sink {
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final int most;
    private int calls;

    Taker(int most) {
      this.most = most;
    }

    @Override
    public long send(FileChannel file, long position, long count) throws IOException {
      ByteBuffer part = ByteBuffer.allocate((int) Math.min(count, most));
      int n = calls++ % 3 == 2 ? 0 : file.read(part, position);
      taken.write(part.array(), 0, Math.max(n, 0));
      return Math.max(n, 0);
    }

    @Override
    public long send(ByteBuffer bytes) {
      int n = calls++ % 3 == 2 ? 0 : Math.min(bytes.remaining(), most);
      byte[] part = new byte[n];
      bytes.get(part);
      taken.writeBytes(part);
      return n;
    }
  }

  /** All bytes from a position on; fewer if the archive changes. */
  private static byte[] read(Archive archive, long first, int most) throws IOException {
    Taker taker = new Taker(most);
    try (archive) {
      long at = first;
      while (at < archive.size() && !archive.lacks(archive.size())) {
        if (archive.prepare(at)) {
          at += archive.sendTo(taker, at, Long.MAX_VALUE);
        }
      }
    }
    return taker.taken.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {997, 1 << 20, 100 << 20})
  void javaReadsIt(int most) throws IOException {
    Archive archive = archive();
    Path file = Files.write(temp.resolve("a.zip"), read(archive, 0, most));

    assertThat(Files.size(file)).isEqualTo(archive.size());
    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.size()).isEqualTo(5);
      for (String name : List.of("a", "large", "c", "d")) {
        assertThat(
                Arrays.equals(
                    zip.getInputStream(zip.getEntry(name)).readAllBytes(),
                    Files.readAllBytes(folder.resolve(name))))
            .as(name)
            .isTrue();
      }
    }
  }

  /** With checksums that nobody has read yet, as well as with known ones. */
  @Test
  void everyEndIsTheSame() throws IOException {
    byte[] whole = read(archive(), 0, 1 << 20);
    Random random = new Random(5);

    for (int i = 0; i < 20; i++) {
      int first = i < 10 ? random.nextInt(whole.length) : whole.length - 1 - random.nextInt(700);
      KnownChecksums fresh = i % 2 == 0 ? known : new KnownChecksums();
      byte[] end = read(new Archive(members, fresh, this::open), first, 1 << 20);
      assertThat(Arrays.equals(end, Arrays.copyOfRange(whole, first, whole.length)))
          .as("bytes from %d on", first)
          .isTrue();
    }
  }

  @Test
  void readsEachFileForItsChecksumOnce() throws IOException {
    Archive first = archive();
    read(first, 0, 1 << 20);
    int before = opened.size();

    // The central directory tells all checksums, and needs no file for that.
    Archive second = archive();
    read(second, second.size() - 300, 1 << 20);

    assertThat(opened).hasSize(before);
  }

  @Test
  void checksumOfYoungFileIsNotKept() throws IOException {
    Files.setLastModifiedTime(folder.resolve("c"), FileTime.from(Instant.now()));
    members.clear();
    try (OpenFile file = ((OpenResult.Opened) open(new Target.InRoot("r", "c"))).file()) {
      members.add(Member.of("c", new Target.InRoot("r", "c"), file, null));
      read(archive(), 0, 1 << 20);
      assertThat(known.of(file.facts())).isNull();
    } finally {
      mostOpen = 0;
    }
  }

  @Test
  void readsChecksumInSteps() throws IOException {
    ZipLayout layout = new ZipLayout(members.stream().map(Member::entry).toList());
    long at = 0;
    while (layout.at(at).part() != ZipLayout.Part.DESCRIPTOR) {
      at += layout.at(at).left();
    }
    try (Archive archive = archive()) {
      assertThat(archive.prepare(at)).isFalse();
      assertThat(archive.prepare(at)).isTrue();
    }
  }

  @Test
  void replacedMemberEndsIt() throws IOException {
    Archive archive = archive();
    Path other = Files.write(folder.resolve("other"), Files.readAllBytes(folder.resolve("c")));
    Files.move(other, folder.resolve("c"), StandardCopyOption.REPLACE_EXISTING);

    byte[] begin = read(archive, 0, 1 << 20);

    assertThat(begin.length).isBetween((int) ArchiveChecksums.STEP, (int) archive.size() - 70_000);
    assertThat(archive.lacks(archive.size())).isTrue();
  }

  @Test
  void shortenedMemberEndsIt() throws IOException {
    Archive archive = archive();
    assertThat(archive.prepare(0)).isTrue();
    try (FileChannel file = FileChannel.open(folder.resolve("large"), StandardOpenOption.WRITE)) {
      file.truncate(100);
    }

    read(archive, 0, 1 << 20);

    assertThat(archive.lacks(archive.size())).isTrue();
  }

  @Test
  void missingMemberEndsIt() throws IOException {
    Archive archive = archive();
    Files.delete(folder.resolve("c"));

    read(archive, 0, 1 << 20);

    assertThat(archive.lacks(archive.size())).isTrue();
  }

  /** A server without descriptors says nothing about the file. */
  @Test
  void serverThatCannotOpenIsNoChange() throws IOException {
    try (Archive archive = archive()) {
      refusal = RefusalReason.OUT_OF_DESCRIPTORS;
      Taker taker = new Taker(1 << 20);
      long header = archive.sendTo(taker, 0, 1 << 20);

      assertThatThrownBy(() -> archive.sendTo(taker, header, 1)).isInstanceOf(IOException.class);
      assertThat(archive.isReadable(header)).isFalse();
      assertThat(archive.lacks(archive.size())).isFalse();
    }
  }

  @Test
  void fingerprintTellsStatesApart() throws IOException {
    String print = archive().fingerprint(false);
    assertThat(archive().fingerprint(false)).isEqualTo(print).matches("[0-9a-f]{16}");
    assertThat(archive().fingerprint(true)).isNotEqualTo(print);

    members.remove(members.size() - 1);

    assertThat(archive().fingerprint(false)).isNotEqualTo(print);
    assertThat(archive().modified()).isEqualTo(SETTLED);
  }
}
