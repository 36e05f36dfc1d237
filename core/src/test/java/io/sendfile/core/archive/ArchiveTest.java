package io.sendfile.core.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.SeededTest;
import io.sendfile.core.files.FileOpener;
import io.sendfile.core.files.FolderStore;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenFiles;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Roots;
import io.sendfile.core.files.Sink;
import io.sendfile.core.files.StoredSource;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.files.Target;
import io.sendfile.core.files.WatchedChannel;
import io.sendfile.core.zip.ZipPart;
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
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveTest {
  private static final FileTime SETTLED = FileTime.from(Instant.parse("2026-01-02T03:04:06.789Z"));

  @TempDir Path temp;
  private Path folder;
  private Roots roots;
  private final KnownChecksums known = new KnownChecksums(InstantSource.system());
  private final List<OpenFile> opened = new ArrayList<>();
  private final List<ListedFile> members = new ArrayList<>();
  private RefusalReason refusal;
  private int mostOpen;

  @BeforeEach
  void makeFiles() throws IOException {
    folder = Files.createDirectory(temp.toRealPath().resolve("files"));
    roots =
        Roots.of(
            List.of(new Root("r", folder, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true)),
            List.of(),
            new OpenFiles(0));
    add("a", 1000, true);
    add("large", (int) Checksum.STEP + 100_000, false);
    add("c", 70_000, false);
    members.add(new ListedFile("", "nothing", null, 0, 0));
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
    members.add(
        new ListedFile(
            "",
            name,
            new Target.InRoot("r", name),
            length,
            declared ? (int) crc.getValue() : null));
  }

  private OpenResult open(Target target) {
    if (refusal != null) {
      return new OpenResult.NotOpened(refusal, "as the test wants");
    }
    OpenResult result = new FileOpener().openOnce(target, roots);
    if (result instanceof OpenResult.Opened file) {
      opened.add(file.file());
      mostOpen =
          Math.max(mostOpen, (int) opened.stream().filter(f -> f.channel().isOpen()).count());
    }
    return result;
  }

  private ArchivePlan plan(boolean identity, KnownChecksums checksums) {
    ArchivePlan.Builder plan = new ArchivePlan.Builder(members, identity, checksums);
    for (ListedFile member : members) {
      if (member.target() == null) {
        plan.addFolder();
        continue;
      }
      try (OpenFile file = ((OpenResult.Opened) open(member.target())).file()) {
        plan.add(member, file);
      }
    }
    return plan.plan();
  }

  private ArchiveSource archive(KnownChecksums checksums) {
    return new ArchiveSource(
        plan(false, checksums),
        checksums,
        target -> CompletableFuture.completedFuture(open(target)),
        () -> {});
  }

  private ArchiveSource archive() {
    return archive(known);
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
  private static byte[] read(ArchiveSource archive, long first, int most) throws IOException {
    Taker taker = new Taker(most);
    try (archive) {
      long at = first;
      while (at < archive.size() && !archive.lacks(archive.size())) {
        if (archive.prepare(at)) {
          at += archive.sendTo(taker, at, Long.MAX_VALUE);
        } else {
          archive.readOn(Long.MAX_VALUE);
        }
      }
    }
    return taker.taken.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {997, 1 << 20, 100 << 20})
  void javaReadsIt(int most) throws IOException {
    ArchiveSource archive = archive();
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

  /** Of its members, which are opened later, no byte is read but by the threads of the share. */
  @Test
  void membersOnAShareGiveTheSameBytes() throws Exception {
    byte[] whole = read(archive(), 0, 1 << 20);
    ExecutorService lane = Executors.newSingleThreadExecutor();
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    try {
      for (int first : List.of(0, 500_000, whole.length - 200)) {
        KnownChecksums fresh = new KnownChecksums(InstantSource.system());
        ArchivePlan plan = plan(false, fresh);
        ArchiveSource archive =
            new ArchiveSource(
                plan,
                fresh,
                target -> CompletableFuture.supplyAsync(() -> shared(target, lane, threads), lane),
                () -> {});
        byte[] end = readByOthers(archive, first);
        assertThat(Arrays.equals(end, Arrays.copyOfRange(whole, first, whole.length)))
            .as("bytes from %d on", first)
            .isTrue();
        // Closed by the lane as well, before the next plan opens files.
        lane.submit(() -> {}).get(20, TimeUnit.SECONDS);
      }
    } finally {
      lane.shutdown();
      assertThat(lane.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
  }

  private OpenResult shared(Target target, Executor lane, Set<Thread> threads) {
    OpenFile local = ((OpenResult.Opened) open(target)).file();
    WatchedChannel watched = WatchedChannel.of(local);
    watched.onRead(() -> threads.add(Thread.currentThread()));
    return new OpenResult.Opened(watched.onShare(local, lane));
  }

  private static byte[] readByOthers(ArchiveSource archive, long first) throws Exception {
    Taker taker = new Taker(50_000);
    try (archive) {
      for (long at = first; at < archive.size(); ) {
        CountDownLatch woken = new CountDownLatch(1);
        if (archive.prepare(at)) {
          at += archive.sendTo(taker, at, Long.MAX_VALUE);
        } else if (archive.awaitsReading(woken::countDown)) {
          assertThat(woken.await(20, TimeUnit.SECONDS)).isTrue();
        } else {
          archive.readOn(Long.MAX_VALUE);
        }
        assertThat(archive.lacks(archive.size())).isFalse();
      }
    }
    return taker.taken.toByteArray();
  }

  /** With checksums that nobody has read yet, as well as with known ones. */
  @SeededTest
  void everyEndIsTheSame(SplittableRandom random) throws IOException {
    byte[] whole = read(archive(), 0, 1 << 20);

    for (int i = 0; i < 20; i++) {
      int first = i < 10 ? random.nextInt(whole.length) : whole.length - 1 - random.nextInt(700);
      KnownChecksums fresh = i % 2 == 0 ? known : new KnownChecksums(InstantSource.system());
      byte[] end = read(archive(fresh), first, 1 << 20);
      assertThat(Arrays.equals(end, Arrays.copyOfRange(whole, first, whole.length)))
          .as("bytes from %d on", first)
          .isTrue();
    }
  }

  @Test
  void readsEachFileForItsChecksumOnce() throws IOException {
    ArchiveSource first = archive();
    read(first, 0, 1 << 20);

    // The central directory tells all checksums, and needs no file for that.
    ArchiveSource second = archive();
    int before = opened.size();
    read(second, second.size() - 300, 1 << 20);

    assertThat(opened).hasSize(before);
  }

  @Test
  void checksumOfYoungFileIsNotKept() throws IOException {
    Files.setLastModifiedTime(folder.resolve("c"), FileTime.from(Instant.now()));
    read(archive(), 0, 1 << 20);
    Target young = new Target.InRoot("r", "c");
    try (OpenFile file = ((OpenResult.Opened) open(young)).file()) {
      assertThat(known.of(file.facts())).isNull();
    }
  }

  /** The position of the first byte behind the data of a member without a declared checksum. */
  private static long descriptor(ArchivePlan plan) {
    long at = 0;
    while (plan.layout().at(at).part() != ZipPart.DESCRIPTOR) {
      at += plan.layout().at(at).left();
    }
    return at;
  }

  @Test
  void readsChecksumInSteps() throws IOException {
    ArchivePlan plan = plan(false, known);
    long at = descriptor(plan);
    try (ArchiveSource archive =
        new ArchiveSource(
            plan, known, target -> CompletableFuture.completedFuture(open(target)), () -> {})) {
      assertThat(archive.prepare(at)).isFalse();
      assertThat(archive.readOn(1000)).isEqualTo(1000);
      assertThat(archive.prepare(at)).isFalse();
      assertThat(archive.readOn(Long.MAX_VALUE)).isEqualTo(Checksum.STEP);
      assertThat(archive.prepare(at)).isFalse();
      assertThat(archive.readOn(Long.MAX_VALUE)).isEqualTo(99_000);
      assertThat(archive.prepare(at)).isTrue();
    }
  }

  @Test
  void laterArchiveReadsOnWhereAnEarlierOneLeft() throws IOException {
    ArchivePlan plan = plan(false, known);
    long at = descriptor(plan);
    try (ArchiveSource archive = archive()) {
      archive.prepare(at);
      archive.readOn(Long.MAX_VALUE);
    }
    try (ArchiveSource archive = archive()) {
      assertThat(archive.prepare(at)).isFalse();
      assertThat(archive.readOn(Long.MAX_VALUE)).isEqualTo(100_000);
      assertThat(archive.prepare(at)).isTrue();
    }
  }

  @Test
  void oneOfManyReadsAndTheNextGoesOnWhenItLeaves() throws IOException {
    ArchivePlan plan = plan(false, known);
    long at = descriptor(plan);
    List<String> woken = new ArrayList<>();
    ArchiveSource first =
        new ArchiveSource(
            plan, known, target -> CompletableFuture.completedFuture(open(target)), () -> {});
    ArchiveSource second =
        new ArchiveSource(
            plan, known, target -> CompletableFuture.completedFuture(open(target)), () -> {});
    ArchiveSource third =
        new ArchiveSource(
            plan, known, target -> CompletableFuture.completedFuture(open(target)), () -> {});
    for (ArchiveSource each : List.of(first, second, third)) {
      assertThat(each.prepare(at)).isFalse();
    }

    assertThat(first.awaitsReading(() -> woken.add("first"))).isFalse();
    assertThat(second.awaitsReading(() -> woken.add("second"))).isTrue();
    assertThat(third.awaitsReading(() -> woken.add("third"))).isTrue();
    assertThat(woken).isEmpty();
    first.close();
    assertThat(woken).containsExactly("second");
    assertThat(second.readOn(Long.MAX_VALUE)).isEqualTo(Checksum.STEP);
    assertThat(woken).containsExactly("second", "third");
    assertThat(second.prepare(at)).isFalse();
    assertThat(second.awaitsReading(() -> woken.add("second again"))).isTrue();
    assertThat(third.readOn(Long.MAX_VALUE)).isEqualTo(100_000);
    assertThat(woken).endsWith("second again");

    for (ArchiveSource each : List.of(second, third)) {
      assertThat(each.prepare(at)).isTrue();
      each.close();
    }
  }

  /** It would keep the turn for ever. */
  @Test
  void closedArchiveTakesNoTurn() throws IOException {
    ArchivePlan plan = plan(false, known);
    ArchiveSource closed =
        new ArchiveSource(
            plan, known, target -> CompletableFuture.completedFuture(open(target)), () -> {});
    assertThat(closed.prepare(descriptor(plan))).isFalse();
    closed.close();
    assertThat(closed.awaitsReading(() -> {})).isFalse();
    try (ArchiveSource other =
        new ArchiveSource(
            plan, known, target -> CompletableFuture.completedFuture(open(target)), () -> {})) {
      other.prepare(descriptor(plan));
      assertThat(other.awaitsReading(() -> {})).isFalse();
    }
  }

  /** Others would wait for it for ever. */
  @Test
  @Timeout(60)
  void archiveThatIsClosedWhileItAsksForTheTurnLeavesIt() throws Exception {
    ArchivePlan plan = plan(false, known);
    ArchiveSource closed =
        new ArchiveSource(
            plan, known, target -> CompletableFuture.completedFuture(open(target)), () -> {});
    assertThat(closed.prepare(descriptor(plan))).isFalse();
    Checksum sum;
    Target large = new Target.InRoot("r", "large");
    try (OpenFile file = ((OpenResult.Opened) open(large)).file()) {
      sum = known.growing(file.facts());
    }
    Thread asks = new Thread(() -> closed.awaitsReading(() -> {}));
    synchronized (sum) {
      asks.start();
      while (asks.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
      closed.close();
    }
    asks.join();
    assertThat(sum.takeTurn("another")).isTrue();
  }

  /** A store may be slow to take the question, or answer it at once. */
  @Test
  void closesWhileItAsksAStore() throws Exception {
    try (FolderStore store = new FolderStore(folder)) {
      Supplier<StoredSource> find =
          () ->
              new StoredSource(
                  FolderStore.root(),
                  "c",
                  store.find("objects", "c").toCompletableFuture().join(),
                  StoredSource.NOBODY);
      ListedFile member = new ListedFile("", "c", new Target.InRoot("media", "c"), 70_000, null);
      ArchivePlan.Builder plan = new ArchivePlan.Builder(List.of(member), false, known);
      try (StoredSource file = find.get()) {
        plan.add(member, file);
      }
      ArchiveSource archive =
          new ArchiveSource(
              plan.plan(),
              known,
              target -> CompletableFuture.completedFuture(new OpenResult.Found(find.get())),
              () -> {});
      long data = plan.plan().layout().length() / 2;
      assertThat(archive.prepare(data)).isFalse();
      AtomicBoolean closed = new AtomicBoolean();
      Runnable closes =
          () ->
              closed.set(
                  CompletableFuture.runAsync(archive::close)
                      .orTimeout(10, TimeUnit.SECONDS)
                      .handle((v, e) -> e == null)
                      .join());
      assertThat(archive.awaitsReading(closes)).isFalse();
      assertThat(closed).isTrue();
    }
  }

  @Test
  void replacedMemberEndsIt() throws IOException {
    ArchiveSource archive = archive();
    Path other = Files.write(folder.resolve("other"), Files.readAllBytes(folder.resolve("c")));
    Files.move(other, folder.resolve("c"), StandardCopyOption.REPLACE_EXISTING);

    byte[] begin = read(archive, 0, 1 << 20);

    assertThat(begin.length).isBetween((int) Checksum.STEP, (int) archive.size() - 70_000);
    assertThat(archive.lacks(archive.size())).isTrue();
  }

  @Test
  void shortenedMemberEndsIt() throws IOException {
    ArchiveSource archive = archive();
    assertThat(archive.prepare(0)).isTrue();
    try (FileChannel file = FileChannel.open(folder.resolve("large"), StandardOpenOption.WRITE)) {
      file.truncate(100);
    }

    read(archive, 0, 1 << 20);

    assertThat(archive.lacks(archive.size())).isTrue();
  }

  /** They decide whether a time is fixed, and the members are as they were. */
  @Test
  void otherFilesOfTheFolderMayChange() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "other");
    for (boolean fixed : new boolean[] {true, false}) {
      giveAll("2026-01-02T03:04:06Z");
      Files.setLastModifiedTime(other, at(fixed ? "2026-01-02T03:04:06Z" : "2026-01-02T03:04:07Z"));
      ArchiveSource archive = archive();
      Files.setLastModifiedTime(other, at(fixed ? "2026-01-02T03:04:07Z" : "2026-01-02T03:04:06Z"));

      assertThat(read(archive, 0, 1 << 20)).hasSize((int) archive.size());
    }
  }

  @Test
  void memberOfAFixedTimeThatIsWrittenToEndsIt() throws IOException {
    giveAll("2026-01-02T03:04:06Z");
    ArchiveSource archive = archive();
    Path member = folder.resolve("c");
    Files.write(member, new byte[70_000]);
    Files.setLastModifiedTime(member, at("2026-01-02T03:04:06Z"));

    read(archive, 0, 1 << 20);

    assertThat(archive.lacks(archive.size())).isTrue();
  }

  private void giveAll(String time) throws IOException {
    for (String name : List.of("a", "large", "c", "d")) {
      Files.setLastModifiedTime(folder.resolve(name), at(time));
    }
  }

  private static FileTime at(String time) {
    return FileTime.from(Instant.parse(time));
  }

  @Test
  void missingMemberEndsIt() throws IOException {
    ArchiveSource archive = archive();
    Files.delete(folder.resolve("c"));

    read(archive, 0, 1 << 20);

    assertThat(archive.lacks(archive.size())).isTrue();
  }

  /** A server without descriptors, or a store's plug-in that fails, says nothing about the file. */
  @ParameterizedTest
  @EnumSource(names = {"OUT_OF_DESCRIPTORS", "INTERNAL"})
  void serverThatCannotOpenIsNoChange(RefusalReason reason) throws IOException {
    try (ArchiveSource archive = archive()) {
      refusal = reason;
      Taker taker = new Taker(1 << 20);
      long header = archive.sendTo(taker, 0, 1 << 20);

      assertThatThrownBy(() -> archive.sendTo(taker, header, 1)).isInstanceOf(IOException.class);
      assertThat(archive.isReadable(header)).isFalse();
      assertThat(archive.lacks(archive.size())).isFalse();
    }
  }

  @Test
  void fingerprintTellsStatesApart() throws IOException {
    Object print = archive().facts().key();
    assertThat(archive().facts().key()).isEqualTo(print);
    assertThat(String.valueOf(print)).matches("[0-9a-f]{16}");
    assertThat(plan(true, known).found().fingerprint()).isNotEqualTo(print);

    members.remove(members.size() - 1);

    assertThat(archive().facts().key()).isNotEqualTo(print);
    assertThat(archive().facts().modified())
        .isEqualTo(FileTime.from(SETTLED.toInstant().truncatedTo(ChronoUnit.SECONDS)));
  }
}
