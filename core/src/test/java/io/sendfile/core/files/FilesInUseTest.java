package io.sendfile.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that several downloads use at the same time. */
class FilesInUseTest extends OpenFilesFixture {
  private static final int SIZE = 100_000;
  private static final Target LARGE = new Target.InRoot("r", "large");

  private long before;

  @BeforeEach
  void makeLargeFile() throws IOException {
    Files.write(base.resolve("large"), new byte[SIZE]);
    before = openDescriptors();
  }

  private List<OpenFile> downloads(int count) {
    List<OpenFile> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(file(LARGE));
    }
    return all;
  }

  private long descriptors() throws IOException {
    return openDescriptors() - before;
  }

  /** Sent bytes in memory. */
  private static final class Received implements Sink {
    private final ByteBuffer bytes = ByteBuffer.allocate(10);

    @Override
    public long send(FileChannel file, long position, long count) throws IOException {
      return file.read(bytes.limit(bytes.position() + (int) count), position);
    }

    @Override
    public long send(ByteBuffer more) {
      throw new UnsupportedOperationException();
    }
  }

  private static String sent(OpenFile file, int count) throws IOException {
    Received received = new Received();
    assertThat(file.sendTo(received, 0, count)).isEqualTo(count);
    return new String(received.bytes.array(), 0, count, StandardCharsets.UTF_8);
  }

  private static void interruptReaderOf(OpenFile file) {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(ClosedByInterruptException.class)
        .isThrownBy(() -> file.sendTo(new Received(), 0, 1));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void haveOneDescriptorWhateverTheirNumberAndSize() throws IOException {
    List<OpenFile> all = downloads(200);

    assertThat(descriptors()).isEqualTo(1);
    assertThat(all).filteredOn(OpenFile::reused).hasSize(199);
    all.forEach(OpenFile::close);
  }

  @Test
  void areClosedWithTheLastOfTheirUsersInAnyOrderOfEnds() throws IOException {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      List<OpenFile> all = new ArrayList<>(downloads(5));
      Collections.shuffle(all, random);
      Deque<Runnable> ends = new ArrayDeque<>();
      all.forEach(file -> ends.add(file::close));
      int forgotten = random.nextInt(5);
      for (int i = 0; i < 5; i++) {
        if (i == forgotten) {
          files.close();
        }
        assertThat(descriptors()).as("seed %d, %d ends", seed, i).isEqualTo(1);
        ends.remove().run();
      }
      all.forEach(OpenFile::close);
      assertThat(descriptors()).as("seed %d", seed).isZero();
      keepFiles();
      before = openDescriptors();
    }
  }

  @Test
  void areSharedHoweverLongTheyAreInUse() throws IOException {
    OpenFile first = file(LARGE);
    for (int i = 0; i < 60; i++) {
      roots.sweep(i * SECOND / 2);
    }
    try (OpenFile second = file(LARGE)) {
      assertThat(second.reused()).isTrue();
    }
    first.close();
    roots.sweep(31 * SECOND);
    assertThat(files.size()).isZero();
  }

  /** The space of a deleted file is free a second after its last use. */
  @Test
  void letADeletedFileGoASecondAfterItsLastUse() throws IOException {
    OpenFile file = file(LARGE);
    files.sweep(10 * SECOND);
    Files.delete(base.resolve("large"));
    assertThat(sent(file, 3)).isEqualTo("\0\0\0");
    file.close();
    files.sweep(11 * SECOND);
    assertThat(descriptors()).isEqualTo(1);
    files.sweep(11 * SECOND + 1);
    assertThat(descriptors()).isZero();
  }

  @Test
  void takeNoPlaceFromFilesThatWaitForTheNextRequest() throws IOException {
    List<OpenFile> used = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      Files.writeString(base.resolve("n" + i), "n");
      used.add(file(new Target.InRoot("r", "n" + i)));
      files.sweep(i);
    }
    assertThat(files.size()).isEqualTo(9);
    warm(FILE);
    used.forEach(OpenFile::close);
    files.sweep(10);
    files.sweep(11);
    assertThat(files.size()).as("those unused since the last look").isZero();
  }

  @Test
  void staySharedWhenUnusedOnesGiveTheirDescriptorsToOthers() throws IOException {
    warm(FILE);
    try (OpenFile used = file(LARGE)) {
      assertThat(files.closeUnused()).isTrue();
      assertThat(files.closeUnused()).isFalse();
      assertThat(reuses(LARGE)).isTrue();
      assertThat(used.isReadable(0)).isTrue();
    }
  }

  @Test
  void areSeenByEachWithItsOwnSize() throws IOException {
    try (OpenFile old = file(LARGE)) {
      Files.write(base.resolve("large"), new byte[10], StandardOpenOption.TRUNCATE_EXISTING);
      try (OpenFile now = file(LARGE)) {
        assertThat(now.size()).isEqualTo(10);
        assertThat(now.lacks(10)).isFalse();
        assertThat(old.size()).isEqualTo(SIZE);
        assertThat(old.lacks(SIZE)).isTrue();
        assertThat(old.isReadable(10)).isFalse();
      }
    }
  }

  @Test
  void keepTheBytesOfAReplacedFileForThoseWhoBeganWithIt() throws IOException {
    try (OpenFile old = file(FILE)) {
      replace(base.resolve("f.txt"), "other");
      try (OpenFile now = file(FILE)) {
        assertThat(sent(old, 5)).isEqualTo("hello");
        assertThat(sent(now, 5)).isEqualTo("other");
      }
    }
  }

  @Test
  void areOpenedOnceByManyAtTheSameTime() throws Exception {
    int users = 8;
    ExecutorService threads = Executors.newFixedThreadPool(users);
    try {
      for (int i = 0; i < 100; i++) {
        CyclicBarrier start = new CyclicBarrier(users);
        List<Future<OpenFile>> all = new ArrayList<>();
        for (int user = 0; user < users; user++) {
          all.add(
              threads.submit(
                  () -> {
                    start.await();
                    return file(LARGE);
                  }));
        }
        List<OpenFile> opened = new ArrayList<>();
        for (Future<OpenFile> each : all) {
          opened.add(each.get());
        }
        assertThat(descriptors()).isEqualTo(1);
        opened.forEach(OpenFile::close);
        files.closeUnused();
        assertThat(descriptors()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** An interrupted thread closes the channel that it reads, for all who share it. */
  @Test
  void areOpenedOnceAgainForAllOthersAfterAnInterruptedReader() throws IOException {
    try (OpenFile interrupted = file(FILE);
        OpenFile one = file(FILE);
        OpenFile other = file(FILE)) {
      interruptReaderOf(interrupted);
      assertThat(sent(one, 5)).isEqualTo("hello");
      assertThat(sent(other, 5)).isEqualTo("hello");
      assertThat(other.lacks(5)).isFalse();
      assertThat(other.isReadable(4)).isTrue();
      assertThat(other.extent(0, 5).file().isOpen()).isTrue();
      assertThat(reuses(FILE)).isTrue();
      assertThat(descriptors()).isEqualTo(1);
    }
    files.closeUnused();
    assertThat(descriptors()).isZero();
  }

  @Test
  void areNotTakenForOthersAfterAnInterruptedReader() throws IOException {
    try (OpenFile interrupted = file(FILE);
        OpenFile other = file(FILE)) {
      interruptReaderOf(interrupted);
      replace(base.resolve("f.txt"), "new");
      assertThatThrownBy(() -> sent(other, 5)).hasMessageContaining("changed");
      assertThat(content(FILE)).isEqualTo("new");
    }
  }

  @Test
  void failTheirOwnWayWhenItIsTheSocketThatIsClosed() {
    Sink gone =
        new Sink() {
          @Override
          public long send(FileChannel file, long position, long count) throws IOException {
            throw new ClosedChannelException();
          }

          @Override
          public long send(ByteBuffer bytes) {
            throw new UnsupportedOperationException();
          }
        };
    try (OpenFile file = file(LARGE)) {
      assertThatExceptionOfType(ClosedChannelException.class)
          .isThrownBy(() -> file.sendTo(gone, 0, 1));
    }
  }

  @Test
  void areNotOpenedForOneWhoHasEnded() throws IOException {
    OpenFile ended = file(LARGE);
    ended.close();
    files.closeUnused();
    assertThatExceptionOfType(ClosedChannelException.class).isThrownBy(() -> sent(ended, 1));
    assertThat(descriptors()).isZero();
  }

  @Test
  void goOnWhileReadersOfThemAreInterrupted() throws Exception {
    ExecutorService users = Executors.newFixedThreadPool(3);
    AtomicBoolean over = new AtomicBoolean();
    try {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        all.add(users.submit(() -> reads(over)));
      }
      for (int i = 0; i < 300; i++) {
        try (OpenFile interrupted = file(FILE)) {
          interruptReaderOf(interrupted);
        }
        files.sweep(i * SECOND);
      }
      over.set(true);
      for (Future<Integer> each : all) {
        assertThat(each.get()).isPositive();
      }
    } finally {
      users.shutdownNow();
    }
    files.closeUnused();
    assertThat(descriptors()).isZero();
  }

  private int reads(AtomicBoolean over) throws IOException {
    int times = 0;
    try (OpenFile file = file(FILE)) {
      do {
        assertThat(sent(file, 5)).isEqualTo("hello");
        assertThat(file.lacks(5)).isFalse();
        times++;
      } while (!over.get());
    }
    return times;
  }
}
