package io.sendfile.operations.ended;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.OpenDescriptors;
import io.sendfile.core.transfer.Phase;
import io.sendfile.core.transfer.TimeSpent;
import io.sendfile.operations.journal.SmallDisk;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DownloadLogTest {
  @RegisterExtension final CapturedLog warnings = new CapturedLog("io.sendfile.glassfish.ended");

  @TempDir Path temp;
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final Losses losses =
      new Losses(
          "download-log",
          Severity.ERROR,
          Losses.DISK,
          Logger.getLogger("io.sendfile.glassfish.ended"),
          nanos::get);
  private Path folder;
  private DownloadLog log;

  @BeforeEach
  void open() {
    folder = temp.resolve("50%g/logs");
    log = new DownloadLog(folder, losses);
    log.rotateAt(1 << 20);
  }

  @AfterEach
  void close() {
    log.end();
    isClosed();
  }

  private void isClosed() {
    assertThat(OpenDescriptors.below(temp)).isEmpty();
  }

  private Path newest() {
    return folder.resolve("sendfile-downloads.0.jsonl");
  }

  @Test
  void lineIsAnObjectWithEachColumnAndTheSharesOfTime() {
    TimeSpent time = new TimeSpent(Map.of(Phase.CLIENT, 93L, Phase.SENDING, 7L));
    assertThat(DownloadLog.line(EndedRows.row(1, Outcome.STALLED), time.percents()))
        .isEqualTo(
            "{\"time\":\"2026-11-24T02:00:01.120Z\",\"outcome\":\"stalled\","
                + "\"client\":\"192.0.2.1\",\"identity\":\"\",\"application\":\"shop\","
                + "\"virtual-server\":\"server\",\"listener\":\"http-listener-1\","
                + "\"id\":\"own-1\",\"download-id\":\"order-1\",\"status\":206,\"bytes\":1,"
                + "\"total\":1099511627776,\"average\":0,\"first-byte-ms\":7,"
                + "\"duration-ms\":2000,\"range\":\"0-99\",\"file\":\"media:films/1.mp4\","
                + "\"reason\":\"reason 1\","
                + "\"verdict\":\"limited by limit night, 400 B/s for all of its downloads\","
                + "\"held-by\":\"limit night\",\"time-percent\":{\"client\":93,\"sending\":7}}");
  }

  @Test
  void textsCannotEndOrHideALine() {
    EndedTransfer row =
        EndedRows.row(1, Outcome.COMPLETED, "m:a\"b\\c\nd\u2028e\u202ef\ud83d\ude00g\ud800h\u00e4");
    assertThat(DownloadLog.line(row, Map.of()))
        .contains(
            "\"m:a\\\"b\\\\c\\u000ad\\u2028e\\u202ef\ud83d\ude00g\\ud800h\u00e4\"",
            "\"time-percent\":{}");
  }

  @Test
  void linesAreWrittenTogetherAndFollowThoseOfAnEarlierProcess() throws IOException {
    assertThat(log.add("one")).as("first line asks for a write").isTrue();
    assertThat(log.add("two")).isFalse();
    log.write();
    assertThat(Files.readString(newest())).isEqualTo("one\ntwo\n");
    log.end();
    open();
    log.add("three");
    log.end();
    assertThat(Files.readString(newest())).isEqualTo("one\ntwo\nthree\n");
  }

  /** As of a thread that ends a download while the server stops. */
  @Test
  void lineThatComesAfterTheEndIsNotWritten() {
    log.end();
    assertThat(log.add("late")).isFalse();
    log.write();
    assertThat(folder).doesNotExist();
    assertThat(losses.lost()).isZero();
  }

  /** As by logrotate, with its option copytruncate and without, or by hand. */
  @Test
  void fileThatOthersMoveDeleteOrTruncateIsOpenedAgainByItsName() throws IOException {
    write("one");
    Path moved = Files.move(newest(), temp.resolve("moved"));
    write("two");
    assertThat(Files.readString(moved)).isEqualTo("one\n");
    assertThat(Files.readString(newest())).isEqualTo("two\n");
    Files.delete(newest());
    write("three");
    assertThat(Files.readString(newest())).isEqualTo("three\n");
    Files.writeString(newest(), "");
    write("four");
    assertThat(Files.readString(newest())).isEqualTo("four\n");
    Files.move(folder, temp.resolve("elsewhere"));
    write("five");
    assertThat(Files.readString(newest())).isEqualTo("five\n");
    assertThat(losses.lost()).isZero();
    assertThat(OpenDescriptors.below(temp)).containsExactly(newest());
  }

  private void write(String line) {
    log.add(line);
    log.write();
  }

  @Test
  void linesThatWaitWhenTheLogIsSwitchedOffAreWritten() throws IOException {
    assertThat(log.isOn()).isTrue();
    log.add("last");
    log.rotateAt(0);
    assertThat(log.isOn()).isFalse();
    log.write();
    isClosed();
    assertThat(Files.readString(newest())).isEqualTo("last\n");
    assertThat(folder.resolve("sendfile-downloads.0.jsonl.lck")).doesNotExist();
  }

  @Test
  void fullFileMakesRoomAndTheOldestGoes() throws IOException {
    log.rotateAt(10);
    for (int i = 0; i < 30; i++) {
      log.add("line-number-" + i);
      log.write();
    }
    assertThat(Files.readString(newest())).doesNotContain("line-number-0\n");
    assertThat(Files.readString(folder.resolve("sendfile-downloads.9.jsonl"))).isNotEmpty();
    log.end();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(10);
    }
  }

  @Test
  void linesBeyondThoseThatMayWaitAreCounted() {
    for (int i = 0; i < DownloadLog.MOST + 3; i++) {
      log.add("");
    }
    log.write();
    assertThat(warnings.warnings())
        .containsExactly(
            "sendfile: download-log: 3 lost, the last: too many lines waited for the disk: "
                + Losses.DISK);
    assertThat(losses.lost()).isEqualTo(3);
  }

  @Test
  void folderThatCannotBeMadeIsAProblemUntilItCan() throws IOException {
    Files.writeString(temp.resolve("50%g"), "a file");
    log.add("one");
    log.write();
    assertThat(losses.failure()).startsWith(folder + " cannot be written, so lines wait in memory");
    Files.delete(temp.resolve("50%g"));
    log.add("two");
    log.write();
    assertThat(losses.problem()).isNull();
    assertThat(Files.readString(newest())).isEqualTo("one\ntwo\n");
  }

  @Test
  void linesBeyondThoseThatAreKeptForAFailingDiskAreCounted() throws IOException {
    Files.writeString(temp.resolve("50%g"), "a file");
    for (int i = 0; i < DownloadLog.MOST_KEPT + 3; i++) {
      log.add("line " + i);
    }
    log.write();
    assertThat(losses.lost()).isEqualTo(3);
    assertThat(losses.failure()).endsWith("; " + DownloadLog.MOST_KEPT + " wait");
    Files.delete(temp.resolve("50%g"));
    log.write();
    assertThat(Files.readAllLines(newest()))
        .hasSize(DownloadLog.MOST_KEPT)
        .startsWith("line 0", "line 1")
        .endsWith("line " + (DownloadLog.MOST_KEPT - 1));
    assertThat(losses.lost()).isEqualTo(3);
  }

  /** A line longer than the rest of the disk would be torn. */
  @Test
  void fullDiskTearsNoLineAndFillsNoLog() throws IOException {
    String line = "x".repeat(2_000);
    try (SmallDisk disk = new SmallDisk(1 << 20)) {
      folder = disk.path("logs");
      log = new DownloadLog(folder, losses);
      log.rotateAt(1 << 30);
      log.add(line);
      log.write();
      disk.fill();
      for (int i = 0; i < 15_000; i++) {
        log.add(line);
        if (i % 100 == 0) {
          log.write();
        }
      }
      assertThat(warnings.warnings()).hasSize(1);
      assertThat(Files.readAllLines(newest())).containsOnly(line);
      log.write();
      assertThat(losses.lost()).isEqualTo(5_000);
      assertThat(Objects.requireNonNull(losses.problem()).severity()).isEqualTo(Severity.ERROR);

      disk.free();
      log.write();
      assertThat(losses.isFailing()).as("there is room for a part of them").isTrue();
      assertThat(Files.readAllLines(newest())).containsOnly(line).hasSizeBetween(400, 530);
      log.end();
      assertThat(losses.lost()).isEqualTo(15_001 - Files.readAllLines(newest()).size());
    }
  }

  @Test
  void lineThatACrashCutShortIsRemoved() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(newest(), "one\ntw");
    log.add("three");
    log.write();
    assertThat(Files.readString(newest())).isEqualTo("one\nthree\n");
  }
}
