package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.SeededTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class JournalTest {
  @TempDir Path temp;
  private Path folder;
  private Path file;

  @BeforeEach
  void chooseFolder() {
    folder = temp.resolve("sendfile").resolve("results");
    file = folder.resolve("journal");
  }

  public static JournalRecord record(int number) {
    return new JournalRecord(
        "key-" + number, 1_000 + number, "event=transfer-finished&n=" + number);
  }

  private List<JournalRecord> reopened() throws IOException {
    try (Journal journal = new Journal(folder)) {
      return journal.waiting();
    }
  }

  @Test
  void whatWaitsIsThereAgainInItsOrder() throws IOException {
    try (Journal journal = new Journal(folder)) {
      for (int i = 1; i <= 5; i++) {
        journal.add(record(i));
      }
      journal.remove(record(2).key());
      journal.remove(record(7).key());
    }
    assertThat(reopened()).containsExactly(record(1), record(3), record(4), record(5));
    assertThat(reopened()).hasSize(4);
  }

  @Test
  void isThereWithoutAClose() throws IOException {
    Files.createDirectories(folder);
    Path copy = temp.resolve("copy");
    try (Journal journal = new Journal(folder)) {
      journal.add(record(1));
      journal.add(record(2));
      journal.remove(record(1).key());
      Files.createDirectories(copy);
      Files.copy(file, copy.resolve("journal"));
    }
    try (Journal journal = new Journal(copy)) {
      assertThat(journal.waiting()).containsExactly(record(2));
      assertThat(journal.unreadable()).isZero();
    }
  }

  private byte[] written(int entries, int removed) throws IOException {
    try (Journal journal = new Journal(folder)) {
      for (int i = 0; i < entries; i++) {
        journal.add(record(i));
      }
      for (int i = 0; i < removed; i++) {
        journal.remove(record(i).key());
      }
    }
    return Files.readAllBytes(file);
  }

  /** A crash may cut the file anywhere: only the cut lines are lost, and none is made up. */
  @Test
  void cutAtAnyByteItGivesWhatWasWrittenWholly() throws IOException {
    byte[] all = written(6, 2);
    String text = new String(all, US_ASCII);
    for (int length = 0; length <= all.length; length++) {
      List<JournalRecord> expected = new ArrayList<>();
      // The line end itself carries nothing.
      String[] lines = text.substring(0, length).split("\n", -1);
      int complete = lines.length - 1;
      String rest = text.substring(length);
      if (rest.startsWith("\n")) {
        complete++;
      }
      for (int i = 0; i < Math.min(complete, 6); i++) {
        expected.add(record(i));
      }
      for (int i = 6; i < complete; i++) {
        expected.remove(record(i - 6));
      }
      Files.write(file, Arrays.copyOf(all, length));
      try (Journal journal = new Journal(folder)) {
        assertThat(journal.waiting()).as("cut at %s", length).isEqualTo(expected);
        journal.add(record(99));
        expected.add(record(99));
      }
      assertThat(reopened()).as("written on after a cut at %s", length).isEqualTo(expected);
    }
  }

  @SeededTest
  void damageAnywhereCostsAtMostTheLineItIsIn(SplittableRandom random) throws IOException {
    byte[] all = written(6, 0);
    for (int at = 0; at < all.length; at++) {
      byte[] damaged = all.clone();
      damaged[at] = (byte) (all[at] ^ (1 + random.nextInt(255)));
      Files.write(file, damaged);
      try (Journal journal = new Journal(folder)) {
        // A lost line end joins two lines; an extra one divides a line.
        assertThat(journal.waiting()).as("damage at %s", at).hasSizeBetween(4, 6);
        assertThat(journal.waiting()).isSubsetOf(entries(6));
      }
    }
  }

  private static List<JournalRecord> entries(int number) {
    List<JournalRecord> entries = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      entries.add(record(i));
    }
    return entries;
  }

  @Test
  void staysSmallHoweverManyComeAndGo() throws IOException {
    try (Journal journal = new Journal(folder)) {
      for (int i = 0; i < 20_000; i++) {
        journal.add(record(i));
        if (i >= 50) {
          journal.remove(record(i - 50).key());
        }
        assertThat(journal.fileBytes()).isLessThan(70 << 10);
      }
      assertThat(journal.waiting()).hasSize(50);
      assertThat(journal.fileBytes()).isEqualTo(Files.size(file));
    }
    assertThat(reopened()).hasSize(50);
  }

  @Test
  void whatComesAgainReplacesWhatCameBefore() throws IOException {
    JournalRecord other = new JournalRecord(record(1).key(), 5, "n=other");
    try (Journal journal = new Journal(folder)) {
      journal.add(record(1));
      journal.add(record(2));
      journal.add(other);
      assertThat(journal.waiting()).containsExactly(record(2), other);
      assertThat(journal.waitingBytes()).isEqualTo(Journal.bytes(record(2)) + Journal.bytes(other));
      for (int i = 0; i < 20_000; i++) {
        journal.add(record(2));
        assertThat(journal.fileBytes()).isLessThan(70 << 10);
      }
    }
    assertThat(reopened()).containsExactly(other, record(2));
  }

  @Test
  void keepsWhatCameLastOfTooMany() throws IOException {
    long each = Journal.bytes(record(1));
    try (Journal journal = new Journal(folder)) {
      for (int i = 1; i <= 5; i++) {
        journal.add(record(i));
      }
      journal.keep(3 * each - 1);
      assertThat(journal.waitingBytes()).isEqualTo(2 * each);
    }
    assertThat(reopened()).containsExactly(record(4), record(5));
  }

  @Test
  void whatChangedWhileTheDiskWasFullIsWrittenWhenThereIsRoom() throws IOException {
    try (SmallDisk disk = new SmallDisk(1 << 20)) {
      folder = disk.path("downloads");
      try (Journal journal = new Journal(folder)) {
        for (int i = 0; i < 100; i++) {
          journal.add(record(i));
        }
        disk.fill();
        assertThatThrownBy(
                () -> {
                  for (int i = 100; i < 200; i++) {
                    journal.add(record(i));
                  }
                })
            .isInstanceOf(IOException.class);
        journal.remove(record(0).key());
        int last = journal.waiting().size();
        journal.add(record(500));
        assertThatThrownBy(journal::retry).isInstanceOf(IOException.class);
        assertThat(folder.resolve("journal.new")).doesNotExist();
        disk.free();
        journal.retry();
        assertThat(journal.waiting())
            .hasSize(last + 1)
            .doesNotContain(record(0))
            .endsWith(record(500));
        try (Journal copy = copy(disk)) {
          assertThat(copy.waiting()).isEqualTo(journal.waiting());
        }
      }
    }
  }

  @Test
  void forcedRecordThatDoesNotFitLeavesAllAsItWas() throws IOException {
    try (SmallDisk disk = new SmallDisk(8 << 10)) {
      folder = disk.path("results");
      try (Journal journal = new Journal(folder)) {
        journal.addForced(record(1));
        disk.fill();
        int next = 2;
        try {
          for (; next < 1000; next++) {
            journal.addForced(record(next));
          }
        } catch (IOException full) {
          // As wanted.
        }
        assertThat(journal.waiting()).contains(record(1)).hasSize(next - 1);
        JournalRecord changed = new JournalRecord(record(1).key(), 5, "changed");
        assertThatThrownBy(() -> journal.addForced(changed)).isInstanceOf(IOException.class);
        assertThat(journal.waiting()).contains(record(1)).doesNotContain(changed);

        disk.free();
        journal.addForced(changed);
        assertThat(journal.waiting()).contains(changed).doesNotContain(record(1));
        try (Journal copy = copy(disk)) {
          assertThat(copy.waiting()).isEqualTo(journal.waiting());
        }
      }
    }
  }

  /**
   * As after a crash on a full disk: reading needs no room, and nothing is added to a torn line.
   */
  @Test
  void fullDiskKeepsNobodyFromReading() throws IOException {
    try (SmallDisk disk = new SmallDisk(64 << 10)) {
      folder = disk.path("results");
      try (Journal journal = new Journal(folder)) {
        for (int i = 0; i < 100; i++) {
          journal.add(record(i));
        }
        journal.remove(record(0).key());
      }
      disk.fill();
      try (Journal journal = new Journal(folder)) {
        assertThat(journal.waiting()).hasSize(99);
        assertThat(journal.unreadable()).isZero();
      }
      Files.writeString(folder.resolve("journal"), "torn", StandardOpenOption.APPEND);
      try (Journal journal = new Journal(folder)) {
        assertThat(journal.waiting()).hasSize(99);
        assertThat(journal.unreadable()).isEqualTo(1);
        assertThatThrownBy(() -> journal.addForced(record(100))).isInstanceOf(IOException.class);
        assertThatThrownBy(journal::retry).isInstanceOf(IOException.class);
        disk.free();
        journal.addForced(record(100));
        assertThat(folder.resolve("journal.damaged")).exists();
      }
      assertThat(reopened()).hasSize(100).endsWith(record(100));
    }
  }

  @Test
  void fileThatWasMovedOrDeletedIsWrittenAnew() throws IOException {
    try (Journal journal = new Journal(folder)) {
      journal.add(record(1));
      Files.delete(file);
      assertThatThrownBy(() -> journal.add(record(2)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("was moved or deleted");
      journal.retry();
      journal.add(record(3));
      Files.move(folder, temp.resolve("elsewhere"));
      journal.addForced(record(4));
    }
    assertThat(reopened()).containsExactly(record(1), record(2), record(3), record(4));
  }

  private Journal copy(SmallDisk disk) throws IOException {
    Path copy = Files.createDirectories(disk.path("copy"));
    Files.copy(folder.resolve("journal"), copy.resolve("journal"));
    return new Journal(copy);
  }

  @Test
  void damagedFileIsSetAside() throws IOException {
    byte[] all = written(3, 0);
    all[30] ^= 1;
    Files.write(file, all);
    try (Journal journal = new Journal(folder)) {
      assertThat(journal.unreadable()).isEqualTo(1);
      assertThat(folder.resolve("journal.damaged")).hasBinaryContent(all);
    }
    assertThat(reopened()).hasSize(2);
  }

  @Test
  void onlyTheServersUserMayReadIt() throws IOException {
    Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(mode("rwxr-xr-x")));
    Files.writeString(folder.resolve("journal"), "");
    try (Journal journal = new Journal(folder)) {
      journal.add(record(1));
      assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(mode("rwx------"));
      assertThat(Files.getPosixFilePermissions(file)).isEqualTo(mode("rw-------"));
    }
  }

  private static java.util.Set<java.nio.file.attribute.PosixFilePermission> mode(String mode) {
    return PosixFilePermissions.fromString(mode);
  }

  @Test
  void belongsToOneServerAtATime() throws IOException {
    try (Journal journal = new Journal(folder)) {
      journal.add(record(1));
      assertThatThrownBy(() -> new Journal(folder).close())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another server writes to this folder");
    }
    assertThat(reopened()).hasSize(1);
  }
}
