package io.sendfile.glassfish.ended;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.spi.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
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
    for (int i = 1; i <= 100; i++) {
      add(i, i, i % 7 == 0 ? Outcome.STALLED : Outcome.COMPLETED);
      writer.run();
      assertThat(lines()).isBetween(1L, 2L * MOST);
    }
    List<EndedTransfer> kept = all();
    restart();
    assertThat(all()).isEqualTo(kept);
  }

  @Test
  void moreThanAreKeptWithinASecondReplaceTheFile() throws IOException {
    add(1, 5, Outcome.STALLED);
    writer.run();
    add(6, 60, Outcome.COMPLETED);
    writer.run();
    assertThat(lines()).isEqualTo(MOST);
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
        .startsWith(folder + ": 4 of its lines cannot be read");
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
    assertThat(all()).isEqualTo(added);
    assertThat(ended.state())
        .startsWith("3 remembered, not beyond a restart: " + folder + " cannot be opened: ");
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith("Ended transfers are remembered until the server stops only: ");

    Files.delete(folder);
    added.addAll(add(4, 4, Outcome.STALLED));
    writer.run();
    assertThat(ended.state()).isEqualTo("4 remembered");
    restart();
    assertThat(all()).as("all, once there is a folder").isEqualTo(added);
  }

  @Test
  void folderOfAnotherServerIsLeftAlone() throws IOException {
    List<EndedTransfer> added = add(1, 2, Outcome.STALLED);
    writer.run();
    EndedTransfers other = new EndedTransfers(InstantSource.system(), MOST);
    other.open(folder, temp, row -> {}, new ManualWriter());
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
