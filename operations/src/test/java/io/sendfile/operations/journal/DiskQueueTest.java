package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.SeededTest;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

public class DiskQueueTest {
  private static final long MOST = 1 << 20;

  @RegisterExtension final CapturedLog log = new CapturedLog("disk-queue-test");

  @TempDir Path temp;
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private Losses losses = losses();
  private Path folder;
  private Path file;

  private Losses losses() {
    return new Losses(
        "results-journal",
        Severity.ERROR,
        Losses.DISK,
        Logger.getLogger("disk-queue-test"),
        nanos::get);
  }

  @BeforeEach
  void chooseFolder() {
    folder = temp.resolve("sendfile").resolve("results");
    file = folder.resolve("journal");
  }

  public static JournalRecord record(int number) {
    return new JournalRecord(
        "key-" + number, 1_000 + number, "event=transfer-finished&n=" + number);
  }

  private DiskQueue open() {
    return new DiskQueue(folder, MOST, losses, nanos::get);
  }

  private static List<JournalRecord> drained(DiskQueue queue) {
    List<JournalRecord> all = new ArrayList<>();
    for (DiskQueue.Entry next = queue.take(); next != null; next = queue.take()) {
      all.add(next.event());
    }
    return all;
  }

  private List<JournalRecord> reopened() throws IOException {
    try (DiskQueue queue = open()) {
      return drained(queue);
    }
  }

  private static void add(DiskQueue queue, int from, int to) {
    for (int i = from; i <= to; i++) {
      assertThat(queue.add(record(i))).isTrue();
    }
  }

  private static List<JournalRecord> records(int from, int to) {
    List<JournalRecord> records = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      records.add(record(i));
    }
    return records;
  }

  private static DiskQueue.Entry taken(DiskQueue queue) {
    return Objects.requireNonNull(queue.take());
  }

  /** The entries that another process would find if this one vanished now. */
  private List<JournalRecord> afterAKill(Path journal) throws IOException {
    Path copy = Files.createTempDirectory(temp, "copy");
    Files.write(copy.resolve("journal"), Files.readAllBytes(journal));
    try (DiskQueue queue = new DiskQueue(copy, MOST, losses(), nanos::get)) {
      return drained(queue);
    }
  }

  @Test
  void whatWaitsIsThereAgainInItsOrder() throws IOException {
    try (DiskQueue queue = open()) {
      add(queue, 1, 5);
      queue.remove(taken(queue));
      DiskQueue.Entry second = taken(queue);
      queue.putBack(second);
      assertThat(taken(queue).event()).isEqualTo(record(3));
      assertThat(queue.size()).isEqualTo(4);
    }
    assertThat(reopened()).containsExactlyElementsOf(records(2, 5));
    assertThat(losses.problem()).isNull();
  }

  @Test
  void whatIsRemovedIsGoneWithoutAClose() throws IOException {
    try (DiskQueue queue = open()) {
      add(queue, 1, 3);
      queue.remove(taken(queue));
      assertThat(afterAKill(file)).containsExactlyElementsOf(records(2, 3));
      queue.remove(taken(queue));
      assertThat(afterAKill(file)).containsExactly(record(3));
    }
  }

  /**
   * A crash may cut the file anywhere: only the cut line is lost, and is set aside, unless it is
   * that of the removed one.
   */
  @Test
  void cutAtAnyByteItGivesWhatWasWrittenWholly() throws IOException {
    try (DiskQueue queue = open()) {
      add(queue, 1, 4);
      queue.remove(taken(queue));
    }
    byte[] all = Files.readAllBytes(file);
    String text = new String(all, US_ASCII);
    for (int length = 0; length <= all.length; length++) {
      int lines = (int) text.substring(0, length).chars().filter(c -> c == '\n').count();
      // The line end itself carries nothing.
      boolean whole = length == all.length || text.charAt(length) == '\n';
      boolean torn = !whole && lines > 0 && text.charAt(length - 1) != '\n';
      Files.write(file, Arrays.copyOf(all, length));
      losses = losses();
      List<JournalRecord> expected = records(2, whole && length < all.length ? lines + 1 : lines);
      try (DiskQueue queue = open()) {
        assertThat(losses.lost()).as("cut at %s", length).isEqualTo(torn ? 1 : 0);
        if (torn) {
          assertThat(Files.readAllBytes(folder.resolve("journal.damaged"))).hasSize(length);
        }
        add(queue, 9, 9);
        expected.add(record(9));
      }
      assertThat(reopened()).as("cut at %s", length).isEqualTo(expected);
    }
  }

  @SeededTest
  void damageAnywhereCostsAtMostTheLineItIsInAndIsTold(SplittableRandom random) throws IOException {
    try (DiskQueue queue = open()) {
      add(queue, 1, 6);
    }
    byte[] all = Files.readAllBytes(file);
    for (int at = 0; at < all.length; at++) {
      byte[] damaged = all.clone();
      damaged[at] = (byte) (all[at] ^ (1 + random.nextInt(255)));
      if (damaged[at] == '-') {
        // The mark of an event that has gone.
        continue;
      }
      Files.write(file, damaged);
      losses = losses();
      // A lost line end joins two lines; an extra one divides a line.
      assertThat(reopened()).as("damage at %s", at).hasSizeBetween(4, 6).isSubsetOf(records(1, 6));
      assertThat(losses.lost()).as("damage at %s", at).isBetween(1L, 2L);
      assertThat(folder.resolve("journal.damaged")).hasBinaryContent(damaged);
    }
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("journal.damaged"))))
        .isEqualTo("rw-------");
  }

  @Test
  void damageIsToldOnce() throws IOException {
    try (DiskQueue queue = open()) {
      add(queue, 1, 1);
    }
    Files.writeString(file, "rubbish\n" + Files.readString(file) + "\0\0");
    assertThat(reopened()).containsExactly(record(1));
    assertThat(reopened()).containsExactly(record(1));
    assertThat(log.warnings())
        .containsExactly(
            "sendfile: results-journal: 2 lost, the last: lines that cannot be read; they are in "
                + folder.resolve("journal.damaged")
                + ": "
                + Losses.DISK);
  }

  @Test
  void staysSmallHoweverManyComeAndGo() throws IOException {
    try (DiskQueue queue = open()) {
      for (int i = 0; i < 20_000; i++) {
        add(queue, i, i);
        if (i >= 50) {
          DiskQueue.Entry next = taken(queue);
          assertThat(next.event()).isEqualTo(record(i - 50));
          queue.remove(next);
        }
        assertThat(Files.size(file)).isLessThan(70 << 10);
      }
      assertThat(queue.size()).isEqualTo(50);
    }
    assertThat(reopened()).isEqualTo(records(19_950, 19_999));
  }

  @Test
  void rewriteKeepsWhatIsTaken() throws IOException {
    try (DiskQueue queue = open()) {
      add(queue, 0, 0);
      DiskQueue.Entry first = taken(queue);
      for (int i = 1; i < 5_000; i++) {
        add(queue, i, i);
        queue.remove(taken(queue));
      }
      assertThat(Files.size(file)).isLessThan(70 << 10);
      assertThat(afterAKill(file)).containsExactly(record(0));
      queue.remove(first);
      assertThat(afterAKill(file)).isEmpty();
    }
  }

  @Test
  void whenItIsFullTheNewOneIsLeftOut() throws IOException {
    long room = 10L * RecordLog.bytes(record(1).text());
    try (DiskQueue queue = new DiskQueue(folder, room, losses, nanos::get)) {
      add(queue, 0, 9);
      assertThat(queue.add(record(1))).isFalse();
      queue.remove(taken(queue));
      add(queue, 1, 1);
      assertThat(queue.bytes()).isEqualTo(room);
    }
  }

  @Test
  void whatCameWhileTheDiskWasFullIsWrittenWhenThereIsRoom() throws IOException {
    try (SmallDisk disk = new SmallDisk(1 << 20)) {
      folder = disk.path("results");
      file = folder.resolve("journal");
      List<JournalRecord> expected = records(0, 199);
      try (DiskQueue queue = open()) {
        add(queue, 0, 99);
        disk.fill();
        add(queue, 100, 199);
        assertThat(Objects.requireNonNull(losses.problem()).severity()).isEqualTo(Severity.WARNING);
        assertThat(losses.failure())
            .startsWith("/results cannot be used, so events wait in memory");
        assertThat(afterAKill(file)).as("no line is torn").hasSizeLessThan(200);
        queue.retry();
        assertThat(losses.failure()).as("still full").matches(".*; [1-9][0-9]? wait");

        disk.free();
        queue.retry();
        assertThat(losses.problem()).isNull();
        assertThat(afterAKill(file)).isEqualTo(expected);

        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        disk.fill();
        add(queue, 200, 299);
        assertThat(log.warnings()).as("a second full disk is told as the first").hasSize(2);
        while (queue.size() > 0) {
          queue.remove(taken(queue));
        }
        disk.free();
        queue.retry();
        assertThat(queue.bytes()).isZero();
      }
      assertThat(reopened()).isEmpty();
      assertThat(losses.lost()).isZero();
    }
  }

  @Test
  void fullDiskKeepsNobodyFromReadingATornFile() throws IOException {
    try (SmallDisk disk = new SmallDisk(64 << 10)) {
      folder = disk.path("results");
      try (DiskQueue queue = open()) {
        add(queue, 0, 9);
      }
      disk.fill();
      Files.writeString(folder.resolve("journal"), "torn", StandardOpenOption.APPEND);
      try (DiskQueue queue = open()) {
        assertThat(losses.isFailing()).isTrue();
        assertThat(taken(queue).event()).isEqualTo(record(0));
        add(queue, 10, 10);
        disk.free();
        queue.retry();
        assertThat(losses.isFailing()).isFalse();
      }
      assertThat(reopened()).isEqualTo(records(0, 10));
    }
  }

  @Test
  void fileThatWasMovedOrDeletedIsWrittenAnew() throws IOException {
    try (DiskQueue queue = open()) {
      add(queue, 1, 2);
      DiskQueue.Entry first = taken(queue);
      Files.move(file, temp.resolve("moved"));
      add(queue, 3, 3);
      assertThat(losses.failure()).contains("was moved or deleted");
      queue.retry();
      queue.remove(first);
      Files.delete(file);
      queue.retry();
    }
    assertThat(reopened()).containsExactly(record(2), record(3));
  }

  @Test
  void whatTheDiskNeverTookIsLostWithTheServerAndCounted() throws IOException {
    try (SmallDisk disk = new SmallDisk(1 << 20)) {
      folder = disk.path("results");
      DiskQueue queue = open();
      disk.fill();
      add(queue, 0, 99);
      queue.close();
      int kept = reopened().size();
      assertThat(losses.lost()).isEqualTo(100 - kept);
    }
  }

  @Test
  void memoryForAFullDiskIsBounded() throws IOException {
    Files.createDirectories(folder.getParent());
    Files.writeString(folder, "a file");
    JournalRecord large = new JournalRecord("key", 1, "n".repeat(1 << 20));
    try (DiskQueue queue = new DiskQueue(folder, 1L << 30, losses, nanos::get)) {
      int number = 0;
      while (queue.add(large)) {
        number++;
      }
      assertThat(number).isEqualTo(15);
      Files.delete(folder);
      queue.retry();
      assertThat(queue.add(large)).isTrue();
      assertThat(drained(queue)).hasSize(16);
    }
  }

  @Test
  void folderOfAnotherServerIsUsedOnceItIsFree() throws IOException {
    DiskQueue other = open();
    add(other, 1, 1);
    try (DiskQueue queue = open()) {
      add(queue, 2, 2);
      assertThat(losses.failure()).contains("another server writes to this folder");
      other.close();
      queue.retry();
      assertThat(losses.isFailing()).isFalse();
      assertThat(drained(queue)).containsExactlyInAnyOrder(record(1), record(2));
    }
  }

  @Test
  void onlyTheServersUserMayReadIt() throws IOException {
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    try (DiskQueue queue = open()) {
      add(queue, 1, 1);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }
}
