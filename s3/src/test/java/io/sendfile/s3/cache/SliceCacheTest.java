package io.sendfile.s3.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.sendfile.core.Pause;
import io.sendfile.core.SeededTest;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.Stretch;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SliceCacheTest {
  private static final int SLICE = 256 << 10;

  @TempDir Path temporary;
  private Path folder;
  private Path file;
  private byte[] content;
  private final List<Runnable> tasks = new ArrayList<>();
  private SliceCache cache;

  @BeforeEach
  void open() throws IOException {
    folder = temporary.resolve("cache");
    file = temporary.resolve("file");
    content = new byte[20 * SLICE + 1000];
    new Random(7).nextBytes(content);
    Files.write(file, content);
    cache = open(100);
  }

  @AfterEach
  void close() {
    cache.close();
  }

  private SliceCache open(int slices) throws IOException {
    SliceCache opened = SliceCache.open(folder, Runnable::run);
    opened.limit((long) slices * SLICE, 10);
    return opened;
  }

  private CachedFile reader(SliceOrigin origin) {
    return cache.file("file", content.length, SLICE, origin);
  }

  /** Reads as a transfer does. */
  private byte[] read(CachedFile reader, int from, int length) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int position = from;
    int fetches = 0;
    while (position < from + length) {
      Stretch stretch = reader.at(position);
      if (stretch == null) {
        assertThat(fetches++).as("fetches at " + position).isLessThan(100);
        reader.fetch(position, () -> {});
        continue;
      }
      int some = (int) Math.min(stretch.length(), from + length - position);
      assertThat(stretch.file().transferTo(stretch.position(), some, Channels.newChannel(out)))
          .isEqualTo(some);
      position += some;
    }
    return out.toByteArray();
  }

  private byte[] part(int from, int length) {
    return Arrays.copyOfRange(content, from, from + length);
  }

  private List<Path> files(String end) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(path -> !path.endsWith("lock") && path.toString().endsWith(end))
          .toList();
    }
  }

  /** Number of files in a cache of one file that another process fills. */
  private int entries() {
    int sum = 0;
    for (File some : Objects.requireNonNullElse(folder.toFile().listFiles(), new File[0])) {
      sum += Objects.requireNonNullElse(some.list(), new String[0]).length;
    }
    return sum;
  }

  private long bytesOnDisk() throws IOException {
    long sum = 0;
    for (Path path : files("")) {
      sum += Files.size(path);
    }
    return sum;
  }

  @Test
  void readerGetsTheFile() throws IOException {
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      assertThat(read(reader, 0, content.length)).isEqualTo(content);
      assertThat(reader.cachedSlices()).isEqualTo(21).isEqualTo(reader.slices());
    }
    assertThat(files(".part")).isEmpty();
    assertThat(bytesOnDisk()).isEqualTo(content.length);
    assertThat(cache.statistics().bytes()).isEqualTo(content.length);
  }

  @Test
  void emptyFileHasNoSlices() {
    try (CachedFile reader = cache.file("empty", 0, SLICE, new LocalOrigin(file, true))) {
      assertThat(reader.slices()).isZero();
    }
  }

  @Test
  void folderIsPrivate() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void sliceIsFetchedOnceForManyReaders() throws IOException {
    LocalOrigin origin = new LocalOrigin(file, false);
    AtomicInteger wakes = new AtomicInteger();
    List<CachedFile> readers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      CachedFile reader = reader(origin);
      readers.add(reader);
      assertThat(reader.at(SLICE + 5)).isNull();
      reader.fetch(SLICE + 5, wakes::incrementAndGet);
    }
    assertThat(origin.requests).hasSize(1);
    assertThat(wakes).hasValue(0);
    origin.requests.get(0).deliver(SLICE);
    assertThat(wakes).hasValue(10);
    for (CachedFile reader : readers) {
      assertThat(read(reader, SLICE + 5, 1000)).isEqualTo(part(SLICE + 5, 1000));
      reader.close();
    }
    assertThat(origin.deliveredBytes).isEqualTo(SLICE);
  }

  @Test
  void bytesAreReadWhileTheirSliceArrives() throws IOException {
    LocalOrigin origin = new LocalOrigin(file, false);
    AtomicInteger wakes = new AtomicInteger();
    try (CachedFile reader = reader(origin)) {
      assertThat(reader.at(0)).isNull();
      reader.fetch(0, wakes::incrementAndGet);
      origin.requests.get(0).deliver(32 << 10);
      assertThat(wakes).hasValue(0);
      origin.requests.get(0).deliver(64 << 10);
      assertThat(wakes).hasValue(1);
      Stretch begin = reader.at(0);
      assertThat(begin.length()).isEqualTo(96 << 10);
      assertThat(read(reader, 0, 96 << 10)).isEqualTo(part(0, 96 << 10));
      origin.requests.get(0).deliver(SLICE);
      assertThat(read(reader, 96 << 10, SLICE - (96 << 10)))
          .isEqualTo(part(96 << 10, SLICE - (96 << 10)));
    }
    assertThat(origin.requests).hasSize(1);
  }

  @Test
  void slicesSurviveARestart() throws IOException {
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      read(reader, 0, content.length);
    }
    cache.close();
    cache = open(100);
    LocalOrigin origin = new LocalOrigin(file, true);
    try (CachedFile reader = reader(origin)) {
      assertThat(read(reader, 0, content.length)).isEqualTo(content);
    }
    assertThat(origin.requests).isEmpty();
    assertThat(cache.statistics().slices()).isEqualTo(21);
  }

  @Test
  void slicesAreFoundBeforeTheScanHasEnded() throws IOException {
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      for (int slice : new int[] {9, 1, 5}) {
        read(reader, slice * SLICE, 10);
      }
    }
    cache.close();
    cache = SliceCache.open(folder, tasks::add);
    cache.limit(100L * SLICE, 10);
    LocalOrigin origin = new LocalOrigin(file, true);
    try (CachedFile reader = reader(origin)) {
      assertThat(read(reader, SLICE, SLICE)).isEqualTo(part(SLICE, SLICE));
      assertThat(cache.statistics().slices()).isEqualTo(1);
      tasks.remove(0).run();
    }
    assertThat(cache.statistics().slices()).isEqualTo(3);
    assertThat(cache.statistics().bytes()).isEqualTo(3L * SLICE);
    assertThat(origin.requests).isEmpty();
  }

  @Test
  void killInTheMiddleLeavesNoWrongBytes() throws Exception {
    cache.close();
    int small = 64 << 10;
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FillingProcess.class.getName(),
                folder.toString(),
                file.toString(),
                String.valueOf(small))
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("output").toFile())
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (entries() < 10 && process.isAlive() && System.nanoTime() < deadline) {
      Pause.make();
    }
    process.destroyForcibly().waitFor();
    assertThat(files("")).as(Files.readString(temporary.resolve("output"))).isNotEmpty();
    cache = open(100);
    LocalOrigin origin = new LocalOrigin(file, true);
    try (CachedFile reader = cache.file(file.toString(), content.length, small, origin)) {
      assertThat(read(reader, 0, content.length)).isEqualTo(content);
    }
    assertThat(origin.deliveredBytes).isLessThan(content.length);
    assertThat(files(".part")).isEmpty();
  }

  @Test
  void slicesOfAMachineThatLostPowerAreNotTrusted() throws IOException {
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      read(reader, 0, 3 * SLICE);
    }
    cache.close();
    Files.writeString(folder.resolve("lock"), "of another boot\n");
    cache = open(100);
    LocalOrigin origin = new LocalOrigin(file, true);
    try (CachedFile reader = reader(origin)) {
      assertThat(read(reader, 0, 10)).isEqualTo(part(0, 10));
    }
    assertThat(origin.requests).hasSize(1);
    assertThat(files("")).hasSize(1);
  }

  @Test
  void fileOfAWrongLengthIsFetchedAgain() throws IOException {
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      read(reader, 0, SLICE);
    }
    cache.close();
    Files.write(files("").get(0), new byte[SLICE - 1]);
    cache = open(100);
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      assertThat(read(reader, 0, SLICE)).isEqualTo(part(0, SLICE));
    }
  }

  @Test
  void fileThatSomebodyDeletedIsFetchedAgain() throws IOException {
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      read(reader, 0, SLICE);
      Files.delete(files("").get(0));
      assertThat(read(reader, SLICE, SLICE)).isEqualTo(part(SLICE, SLICE));
      assertThat(read(reader, 0, SLICE)).isEqualTo(part(0, SLICE));
    }
    assertThat(cache.statistics().bytes()).isEqualTo(bytesOnDisk());
  }

  @SeededTest
  void boundHoldsUnderDemandForMore(SplittableRandom random) throws IOException {
    cache.limit(4L * SLICE, 10);
    LocalOrigin origin = new LocalOrigin(file, true);
    for (int i = 0; i < 200; i++) {
      try (CachedFile reader = reader(origin)) {
        int from = random.nextInt(content.length - 2000);
        assertThat(read(reader, from, 2000)).isEqualTo(part(from, 2000));
      }
      assertThat(bytesOnDisk()).isLessThanOrEqualTo(4L * SLICE);
    }
    assertThat(cache.statistics().bytes()).isEqualTo(bytesOnDisk());
  }

  @Test
  void requestsWaitForRoom() throws IOException {
    cache.limit(2L * SLICE, 10);
    LocalOrigin origin = new LocalOrigin(file, false);
    List<CachedFile> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      readers.add(reader(origin));
      readers.get(i).fetch((long) i * SLICE, () -> {});
    }
    assertThat(origin.requests).hasSize(2);
    assertThat(cache.statistics().waitingFlights()).isEqualTo(1);
    origin.requests.get(0).deliver(SLICE);
    assertThat(origin.requests).hasSize(3);
    origin.requests.get(1).deliver(SLICE);
    origin.requests.get(2).deliver(SLICE);
    assertThat(bytesOnDisk()).isEqualTo(2L * SLICE);
    readers.forEach(CachedFile::close);
  }

  @Test
  void requestsWaitForOthersToEnd() {
    cache.limit(100L * SLICE, 1);
    LocalOrigin origin = new LocalOrigin(file, false);
    CachedFile first = reader(origin);
    CachedFile second = reader(origin);
    first.fetch(0, () -> {});
    second.fetch(SLICE, () -> {});
    assertThat(origin.requests).hasSize(1);
    first.close();
    assertThat(origin.requests).hasSize(2);
    second.close();
  }

  @Test
  void clientWithManySeeksLeavesRequestsToOthers() {
    cache.limit(100L * SLICE, 8);
    LocalOrigin origin = new LocalOrigin(file, false);
    List<CachedFile> greedy = new ArrayList<>();
    for (int i = 0; i < 18; i++) {
      greedy.add(reader(origin));
      greedy.get(i).readsFor("greedy");
      greedy.get(i).fetch((long) i * SLICE, () -> {});
    }
    assertThat(origin.requests).as("three quarters").hasSize(6);
    CachedFile other = reader(origin);
    other.readsFor("other");
    other.fetch(19L * SLICE, () -> {});
    assertThat(origin.requests).hasSize(7);
    CachedFile third = reader(origin);
    third.readsFor("third");
    third.fetch(18L * SLICE, () -> {});
    assertThat(origin.requests).hasSize(8);
    // A slice that the greedy one waits for as well comes when it is another's turn.
    CachedFile fourth = reader(origin);
    fourth.readsFor("fourth");
    fourth.fetch(17L * SLICE, () -> {});
    assertThat(origin.requests).hasSize(8);
    greedy.get(0).close();
    assertThat(origin.requests.get(8).offset).isEqualTo(17L * SLICE);
    Stream.of(other, third, fourth).forEach(CachedFile::close);
    greedy.forEach(CachedFile::close);
    assertThat(cache.statistics().flights()).isZero();
    assertThat(cache.statistics().waitingFlights()).isZero();
  }

  @Test
  void clientThatWantsOneAfterAnotherGetsThemInTurn() throws IOException {
    cache.limit(100L * SLICE, 1);
    LocalOrigin origin = new LocalOrigin(file, false);
    List<CachedFile> readers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      readers.add(reader(origin));
      readers.get(i).readsFor(i == 3 ? "other" : "greedy");
      readers.get(i).fetch((long) i * SLICE, () -> {});
    }
    origin.requests.get(0).deliver(SLICE);
    origin.requests.get(1).deliver(SLICE);
    assertThat(origin.requests)
        .extracting(asked -> asked.offset / SLICE)
        .containsExactly(0L, 1L, 2L);
    readers.forEach(CachedFile::close);
  }

  @Test
  void leastRecentlyUsedMakesRoom() throws IOException {
    cache.limit(3L * SLICE, 10);
    LocalOrigin origin = new LocalOrigin(file, true);
    try (CachedFile reader = reader(origin)) {
      for (int slice : new int[] {0, 5, 10, 0, 15}) {
        read(reader, slice * SLICE, 10);
      }
      assertThat(origin.requests).hasSize(4);
      read(reader, 0, 10);
      read(reader, 10 * SLICE, 10);
      assertThat(origin.requests).hasSize(4);
      read(reader, 5 * SLICE, 10);
      assertThat(origin.requests).hasSize(5);
    }
    assertThat(cache.statistics().evictedBytes()).isEqualTo(2L * SLICE);
  }

  @Test
  void evictedSliceStaysWithItsReader() throws IOException {
    cache.limit(2L * SLICE, 10);
    LocalOrigin origin = new LocalOrigin(file, true);
    try (CachedFile slow = reader(origin);
        CachedFile other = reader(origin)) {
      assertThat(read(slow, 0, 10)).isEqualTo(part(0, 10));
      read(other, 5 * SLICE, SLICE);
      read(other, 10 * SLICE, SLICE);
      assertThat(slow.cachedSlices()).isEqualTo(2);
      assertThat(read(slow, 10, SLICE - 10)).isEqualTo(part(10, SLICE - 10));
      assertThat(origin.requests).hasSize(3);
    }
  }

  @Test
  void sequentialReaderIsReadAheadInFewRequests() throws IOException {
    LocalOrigin origin = new LocalOrigin(file, true);
    try (CachedFile reader = reader(origin)) {
      read(reader, 0, SLICE);
      assertThat(origin.deliveredBytes).isEqualTo(SLICE);
      read(reader, SLICE, 10);
      assertThat(origin.deliveredBytes).isEqualTo(3L * SLICE);
      read(reader, SLICE + 10, content.length - SLICE - 10);
    }
    assertThat(origin.deliveredBytes).isEqualTo(content.length);
    assertThat(origin.requests).hasSizeLessThan(10);
  }

  @Test
  void nothingIsReadAheadBeyondTheRange() throws IOException {
    LocalOrigin origin = new LocalOrigin(file, true);
    try (CachedFile reader = reader(origin)) {
      reader.readsTo(5L * SLICE - 7);
      read(reader, SLICE + 5, 4 * SLICE - 12);
    }
    assertThat(origin.deliveredBytes).isEqualTo(4L * SLICE);
  }

  @Test
  void seekerIsNotReadAhead() throws IOException {
    LocalOrigin origin = new LocalOrigin(file, true);
    try (CachedFile reader = reader(origin)) {
      for (int slice : new int[] {3, 9, 1, 17, 12}) {
        read(reader, slice * SLICE + 100, 70_000);
      }
    }
    assertThat(origin.deliveredBytes).isEqualTo(5L * SLICE);
  }

  @Test
  void requestEndsWithTheLastWhoWantedIt() {
    LocalOrigin origin = new LocalOrigin(file, false);
    CachedFile first = reader(origin);
    CachedFile second = reader(origin);
    AtomicInteger wakes = new AtomicInteger();
    first.fetch(0, wakes::incrementAndGet);
    second.fetch(0, wakes::incrementAndGet);
    first.close();
    assertThat(origin.requests.get(0).cancelled).isFalse();
    second.close();
    assertThat(origin.requests.get(0).cancelled).isTrue();
    assertThat(cache.statistics().flights()).isZero();
    assertThat(wakes).hasValue(0);
  }

  @Test
  void sliceThatIsNearlyThereIsFinishedForNobody() throws IOException {
    LocalOrigin origin = new LocalOrigin(file, false);
    CachedFile reader = reader(origin);
    reader.fetch(0, () -> {});
    origin.requests.get(0).deliver(16 << 10);
    reader.close();
    assertThat(origin.requests.get(0).cancelled).isFalse();
    origin.requests.get(0).deliver(SLICE);
    assertThat(bytesOnDisk()).isEqualTo(SLICE);
    assertThat(cache.statistics().flights()).isZero();
  }

  @Test
  void failureOfTheOriginReachesThoseWhoWaitUntilTheyTryAgain() throws IOException {
    LocalOrigin origin = new LocalOrigin(file, false);
    AtomicInteger wakes = new AtomicInteger();
    try (CachedFile reader = reader(origin)) {
      reader.fetch(0, wakes::incrementAndGet);
      origin.requests.get(0).deliver(100_000);
      assertThat(read(reader, 0, 90_000)).isEqualTo(part(0, 90_000));
      reader.fetch(100_000, wakes::incrementAndGet);
      origin.requests.get(0).fail(new IOException("down"));
      assertThat(wakes).hasValue(2);
      assertThatThrownBy(() -> reader.at(100_000)).hasMessage("down");
      assertThatThrownBy(() -> reader.at(100_000)).hasMessage("down");
      assertThat(files("")).isEmpty();
      reader.fetch(100_000, wakes::incrementAndGet);
      origin.requests.get(1).deliver(SLICE);
      assertThat(read(reader, 100_000, 50_000)).isEqualTo(part(100_000, 50_000));
    }
    assertThat(cache.statistics().bytes()).isEqualTo(SLICE);
  }

  @Test
  void diskThatTakesNothingIsToldAndForgottenOnceItDoes() throws IOException {
    List<Path> obstacles = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      obstacles.add(Files.createFile(folder.resolve(String.format("%02x", i))));
    }
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      assertThat(reader.at(0)).isNull();
      reader.fetch(0, () -> {});
      assertThatThrownBy(() -> reader.at(0))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("cannot be written to")
          .hasMessageContaining("cache-folder");
      assertThat(cache.trouble()).contains(folder.toString());
      for (Path obstacle : obstacles) {
        Files.delete(obstacle);
      }
      reader.fetch(0, () -> {});
      assertThat(read(reader, 0, 100)).isEqualTo(part(0, 100));
      assertThat(cache.trouble()).isNull();
    }
  }

  @Test
  void diskThatIsFullMakesTheCacheSmaller() throws IOException {
    cache.close();
    Configuration small =
        Configuration.unix().toBuilder()
            .setAttributeViews("basic", "owner", "posix", "unix")
            .setMaxSize(13L * SLICE)
            .build();
    try (FileSystem memory = Jimfs.newFileSystem(small)) {
      folder = memory.getPath("/cache");
      cache = open(100);
      LocalOrigin origin = new LocalOrigin(file, true);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      int failures = 0;
      for (int from = 0; from < content.length; ) {
        int length = Math.min(SLICE, content.length - from);
        try (CachedFile reader = reader(origin)) {
          all.write(read(reader, from, length));
          from += length;
        } catch (StoreException e) {
          assertThat(e).hasMessageContaining("/cache cannot be written to");
          assertThat(cache.trouble()).isEqualTo(e.getMessage());
          assertThat(++failures).isLessThan(5);
        }
      }
      assertThat(cache.statistics().evictedBytes()).isPositive();
      assertThat(all.toByteArray()).isEqualTo(content);
      assertThat(cache.trouble()).isNull();
      assertThat(cache.statistics().bytes()).isEqualTo(bytesOnDisk());
      cache.close();
    }
  }

  @Test
  void filesAreClosedAndFiguresReadWhileTheDiskDoesNotAnswer() throws Exception {
    cache.close();
    CountDownLatch hangs = new CountDownLatch(1);
    Semaphore answers = new Semaphore(0);
    Configuration disk =
        Configuration.unix().toBuilder()
            .setAttributeViews("basic", "owner", "posix", "unix")
            .setFileTimeSource(
                () -> {
                  if (Thread.currentThread().getName().equals("hanging")) {
                    hangs.countDown();
                    answers.acquireUninterruptibly();
                  }
                  return FileTime.fromMillis(0);
                })
            .build();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (FileSystem memory = Jimfs.newFileSystem(disk)) {
      folder = memory.getPath("/cache");
      cache = SliceCache.open(folder, tasks::add);
      CachedFile reader = reader(new LocalOrigin(file, true));
      Path some = memory.getPath("/some");
      Thread hanging = new Thread(task(() -> Files.createDirectory(some)), "hanging");
      Thread reading = new Thread(task(() -> reader.at(0)));
      try {
        hanging.start();
        hangs.await();
        reading.start();
        while (reading.getState() != Thread.State.WAITING) {
          Pause.make();
        }
        assertThat(other.submit(cache::statistics)).succeedsWithin(10, TimeUnit.SECONDS);
        assertThat(other.submit(reader::close)).succeedsWithin(10, TimeUnit.SECONDS);
      } finally {
        answers.release(10);
        hanging.join();
        reading.join();
        other.shutdown();
        tasks.forEach(Runnable::run);
        cache.close();
      }
    }
  }

  private static Runnable task(Callable<?> work) {
    return () -> {
      try {
        work.call();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  @Test
  void readerDoesNotWaitUntilASliceHasMadeRoom() throws IOException {
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      read(reader, 0, 10);
      read(reader, 5 * SLICE, 10);
    }
    cache.close();
    cache = SliceCache.open(folder, tasks::add);
    tasks.remove(0).run();
    cache.limit(2L * SLICE, 1);
    try (CachedFile reader = reader(new LocalOrigin(file, true))) {
      reader.fetch(10L * SLICE, () -> {});
      assertThat(files("")).hasSize(2);
      tasks.remove(0).run();
      assertThat(files("")).hasSize(1);
    }
  }

  @Test
  void folderIsOfOneCacheAtATime() throws IOException {
    assertThatThrownBy(() -> SliceCache.open(folder, Runnable::run))
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("in use by another server");
    CachedFile reader = reader(new LocalOrigin(file, true));
    cache.close();
    assertThatThrownBy(() -> SliceCache.open(folder, Runnable::run)).hasMessageContaining("in use");
    assertThat(read(reader, 0, 10)).isEqualTo(part(0, 10));
    reader.close();
    assertThat(cache.reopen(folder)).isFalse();
    cache = open(100);
  }

  @Test
  void nothingIsWrittenAfterCloseThoughARequestStillBringsBytes() throws IOException {
    List<SliceOrigin.Receiver> receivers = new ArrayList<>();
    AtomicInteger ends = new AtomicInteger();
    SliceOrigin origin =
        (offset, length, receiver) -> {
          receivers.add(receiver);
          return ends::incrementAndGet;
        };
    CachedFile reader = reader(origin);
    reader.fetch(0, () -> {});
    receivers.get(0).receive(0, ByteBuffer.wrap(part(0, 100_000)));
    reader.close();
    assertThat(ends).as("the slice is nearly there").hasValue(0);
    assertThat(files(".part")).hasSize(1);
    cache.close();
    assertThat(ends).hasPositiveValue();
    assertThat(files("")).isEmpty();
    receivers.get(0).receive(100_000, ByteBuffer.wrap(part(100_000, SLICE - 100_000)));
    assertThat(files("")).isEmpty();
    cache = open(100);
  }

  @Test
  void closeWaitsForTheThreadThatWrites() throws Exception {
    cache.close();
    ExecutorService threads = Executors.newCachedThreadPool();
    cache = SliceCache.open(folder, threads);
    cache.limit(100L * SLICE, 10);
    CountDownLatch begins = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    SliceOrigin origin =
        (offset, length, receiver) -> {
          receiver.receive(offset, ByteBuffer.wrap(part(0, 100_000)));
          begins.countDown();
          try {
            goesOn.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          receiver.receive(100_000, ByteBuffer.wrap(part(100_000, 100_000)));
          return () -> {};
        };
    CachedFile reader = reader(origin);
    reader.fetch(0, () -> {});
    begins.await();
    reader.close();
    Thread closing = new Thread(cache::close);
    closing.start();
    while (closing.getState() != Thread.State.BLOCKED) {
      assertThat(closing.isAlive()).as("it waits for the other thread").isTrue();
      Pause.make();
    }
    goesOn.countDown();
    closing.join();
    assertThat(files("")).isEmpty();
    cache = open(100);
    threads.shutdown();
  }

  @Test
  void closedCacheLeavesTheFilesOfTheNextOne() throws IOException {
    cache.close();
    SliceCache before = SliceCache.open(folder, tasks::add);
    before.close();
    cache = open(100);
    LocalOrigin origin = new LocalOrigin(file, false);
    try (CachedFile reader = reader(origin)) {
      reader.fetch(0, () -> {});
      origin.requests.get(0).deliver(100_000);
      tasks.forEach(Runnable::run);
      assertThat(files(".part")).as("the scan of the one before came late").hasSize(1);
      origin.requests.get(0).deliver(SLICE);
      assertThat(read(reader, 0, SLICE)).isEqualTo(part(0, SLICE));
    }
    cache.close();
    cache.limit(0, 10);
    assertThat(files("")).hasSize(1);
  }

  @Test
  void folderWithOtherFilesIsRefused() throws IOException {
    Path other = Files.createDirectory(temporary.resolve("other"));
    Files.write(other.resolve("letter.txt"), new byte[1]);
    assertThatThrownBy(() -> SliceCache.open(other, Runnable::run))
        .hasMessageContaining("has other files in it");
    assertThat(new File(other.toString()).list()).containsExactly("letter.txt");
  }

  @Test
  void fileDescriptorsAreClosed() throws IOException {
    LocalOrigin origin = new LocalOrigin(file, true);
    CachedFile reader = reader(origin);
    Stretch first = reader.at(0);
    assertThat(first).isNull();
    read(reader, 0, 10);
    Stretch open = reader.at(10);
    ByteBuffer one = ByteBuffer.allocate(1);
    assertThat(open.file().read(one, open.position())).isEqualTo(1);
    read(reader, 5 * SLICE, 10);
    assertThat(open.file().isOpen()).isFalse();
    Stretch last = reader.at(5 * SLICE);
    reader.close();
    assertThat(last.file().isOpen()).isFalse();
  }
}
