package io.sendfile.operations.ended;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.operations.journal.ManualWriter;
import io.sendfile.operations.journal.SmallDisk;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The file of rows: its size, its writes, its faults. */
class EndedFileTest extends EndedFixture {
  @Test
  void killForgetsTheLastSecondOnly() throws IOException {
    List<EndedTransfer> before = add(1, 4, Outcome.STALLED);
    writer.run();
    add(5, 6, Outcome.STALLED);
    kill();
    assertThat(all()).isEqualTo(before);
  }

  @Test
  void rowsOfASecondAreWrittenTogether() throws IOException {
    add(1, 3, Outcome.STALLED);
    assertThat(writer.waiting()).isEqualTo(1);
    assertThat(folder).doesNotExist();
    writer.run();
    assertThat(lines()).isEqualTo(3);
    add(4, 4, Outcome.STALLED);
    assertThat(writer.waiting()).isEqualTo(1);
    writer.run();
    assertThat(lines()).isEqualTo(4);
  }

  @Test
  void fileThatWasMovedOrDeletedIsWrittenAnew() throws IOException {
    List<EndedTransfer> rows = new ArrayList<>(add(1, 2, Outcome.STALLED));
    writer.run();
    Files.delete(file());
    rows.addAll(add(3, 3, Outcome.STALLED));
    writer.run();
    kill();
    assertThat(all()).isEqualTo(rows);
  }

  @Test
  void nobodyButTheServerCanReadTheFile() throws IOException {
    add(1, 1, Outcome.STALLED);
    writer.run();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void fileStaysBounded() throws IOException {
    for (int i = 1; i <= 1000; i++) {
      add(i, i, i % 7 == 0 ? Outcome.STALLED : Outcome.COMPLETED);
      writer.run();
      assertThat(Files.size(file())).isLessThan(70 << 10);
    }
    List<EndedTransfer> kept = all();
    restart();
    assertThat(all()).isEqualTo(kept);
  }

  @Test
  void ofMoreThanAreKeptWithinASecondTheRestIsNotWritten() throws IOException {
    add(1, 5, Outcome.STALLED);
    writer.run();
    add(6, 60, Outcome.COMPLETED);
    writer.run();
    assertThat(lines()).isLessThan(5 + MOST);
    List<EndedTransfer> kept = all();
    restart();
    assertThat(all()).isEqualTo(kept).hasSize(MOST);
  }

  @Test
  void lineCutShortByACrashCostsItselfOnly() throws IOException {
    List<EndedTransfer> before = add(1, 4, Outcome.STALLED);
    stop();
    byte[] whole = Files.readAllBytes(file());
    for (int cut : new int[] {1, 2, 40}) {
      Files.write(file(), Arrays.copyOf(whole, whole.length - cut));
      log.clear();
      start(MOST);
      List<EndedTransfer> left = before.subList(0, cut == 1 ? 4 : 3);
      assertThat(all()).as(cut + " bytes less").isEqualTo(left);
      assertThat(log.warnings()).hasSize(cut == 1 ? 0 : 1);
      List<EndedTransfer> more = add(9, 9, Outcome.STALLED);
      restart();
      assertThat(all())
          .as("the next ones are whole")
          .endsWith(more.get(0))
          .hasSize(left.size() + 1);
      stop();
    }
    start(MOST);
  }

  @Test
  void damagedFileCostsItsDamagedLines() throws IOException {
    List<EndedTransfer> before = add(1, 4, Outcome.STALLED);
    stop();
    byte[] bytes = Files.readAllBytes(file());
    bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf("own-3")] ^= 1;
    Files.write(file(), bytes);
    Files.write(file(), new byte[200_000], StandardOpenOption.APPEND);
    Files.writeString(file(), "\nno line\n\u00ff\n", StandardOpenOption.APPEND);
    start(MOST);
    assertThat(all()).hasSize(3).isSubsetOf(before);
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith(
            "sendfile: ended-transfers: 4 lost, the last: lines that cannot be read; they are in ");
    assertThat(folder.resolve("journal.damaged")).exists();
    add(5, 5, Outcome.STALLED);
    writer.run();
    assertThat(lines()).as("it is written anew").isEqualTo(4);
    log.clear();
    restart();
    assertThat(all()).hasSize(4);
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void folderThatCannotBeUsedIsToldOnce() throws IOException {
    Files.createDirectories(folder.getParent());
    Files.writeString(folder, "a file");
    List<EndedTransfer> added = add(1, 2, Outcome.STALLED);
    writer.run();
    added.addAll(add(3, 3, Outcome.STALLED));
    writer.run();
    ended.retry();
    writer.run();
    assertThat(all()).isEqualTo(added);
    assertThat(ended.state())
        .startsWith(
            "3 remembered, not beyond a restart: "
                + folder
                + " cannot be opened, so rows are in memory only: ");
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith(
            "sendfile: ended-transfers: "
                + folder
                + " cannot be opened, so rows are in memory only: ");

    Files.delete(folder);
    ended.retry();
    writer.run();
    assertThat(ended.state()).isEqualTo("3 remembered");
    restart();
    assertThat(all()).as("all, once there is a folder").isEqualTo(added);
  }

  @Test
  void rowsOfAFullDiskAreWrittenWhenThereIsRoom() throws IOException {
    stop();
    try (SmallDisk disk = new SmallDisk(1 << 20)) {
      folder = disk.path("ended");
      start(1000);
      List<EndedTransfer> added = add(1, 10, Outcome.STALLED);
      writer.run();
      disk.fill();
      added.addAll(add(11, 60, Outcome.STALLED));
      writer.run();
      Losses losses = ended.losses().get(0);
      assertThat(Objects.requireNonNull(losses.problem()).severity()).isEqualTo(Severity.WARNING);
      assertThat(folder.resolve("journal.new")).doesNotExist();
      disk.free();
      ended.retry();
      writer.run();
      assertThat(losses.problem()).isNull();
      assertThat(lines()).isEqualTo(60);

      disk.fill();
      added.addAll(add(61, 120, Outcome.STALLED));
      stop();
      assertThat(losses.lost()).as("what a stop loses").isPositive();
      disk.free();
      start(1000);
      assertThat(all()).isEqualTo(added.subList(0, all().size())).hasSizeGreaterThanOrEqualTo(60);
      stop();
    }
    folder = temp.resolve("again");
    start(MOST);
  }

  @Test
  void folderOfAnotherServerIsLeftAlone() throws IOException {
    List<EndedTransfer> added = add(1, 2, Outcome.STALLED);
    writer.run();
    EndedTransfers other = new EndedTransfers(InstantSource.system(), MOST);
    other.open(folder, temp, row -> {}, nanos::get, new ManualWriter());
    assertThat(other.find(EndedFilter.ALL)).isEmpty();
    assertThat(other.state()).contains("is locked: another server writes to this folder");
    other.close();
    restart();
    assertThat(all()).isEqualTo(added);
  }

  @Test
  void flushWritesAtOnce() throws IOException {
    ended.flush();
    assertThat(folder).doesNotExist();
    add(1, 1, Outcome.STALLED);
    ended.flush();
    assertThat(lines()).isEqualTo(1);
  }
}
