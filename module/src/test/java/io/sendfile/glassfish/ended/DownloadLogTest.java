package io.sendfile.glassfish.ended;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.CapturedLog;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.transfer.Phase;
import io.sendfile.glassfish.transfer.TimeSpent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DownloadLogTest {
  @RegisterExtension final CapturedLog warnings = new CapturedLog("io.sendfile.glassfish.ended");

  @TempDir Path temp;
  private Path folder;
  private DownloadLog log;

  @BeforeEach
  void open() {
    folder = temp.resolve("50%g/logs");
    log = new DownloadLog(folder);
    log.rotateAt(1 << 20);
  }

  @AfterEach
  void close() {
    log.end();
  }

  private Path newest() {
    return folder.resolve("sendfile-downloads.0.jsonl");
  }

  @Test
  void lineIsAnObjectWithEachColumnAndTheSharesOfTime() {
    TimeSpent time = new TimeSpent(Map.of(Phase.CLIENT, 93L, Phase.SENDING, 7L));
    assertThat(DownloadLine.of(EndedRows.row(1, Outcome.STALLED), time.percents()))
        .isEqualTo(
            "{\"time\":\"2026-11-24T02:00:01.120Z\",\"outcome\":\"stalled\","
                + "\"client\":\"192.0.2.1\",\"identity\":\"\",\"application\":\"shop\","
                + "\"virtual-server\":\"server\",\"listener\":\"http-listener-1\","
                + "\"id\":\"own-1\",\"download-id\":\"order-1\",\"status\":206,\"bytes\":1,"
                + "\"total\":1099511627776,\"average\":0,\"first-byte-ms\":7,"
                + "\"duration-ms\":2000,\"range\":\"0-99\",\"file\":\"media:films/1.mp4\","
                + "\"reason\":\"reason 1\",\"time-percent\":{\"client\":93,\"sending\":7}}");
  }

  @Test
  void textsCannotEndOrHideALine() {
    EndedTransfer row =
        EndedRows.row(1, Outcome.COMPLETED, "m:a\"b\\c\nd\u2028e\u202ef\ud83d\ude00g\ud800h\u00e4");
    assertThat(DownloadLine.of(row, Map.of()))
        .contains(
            "\"m:a\\\"b\\\\c\\u000ad\\u2028e\\u202ef\\ud83d\\ude00g\\ud800h\u00e4\"",
            "\"time-percent\":{}");
  }

  @Test
  void linesAreWrittenTogetherAndFollowThoseOfAnEarlierProcess() throws IOException {
    assertThat(log.add("one")).as("first line asks for a write").isTrue();
    assertThat(log.add("two")).isFalse();
    log.write();
    assertThat(Files.readString(newest())).isEqualTo("one\ntwo\n");
    log.end();
    log.add("three");
    log.end();
    assertThat(Files.readString(newest())).isEqualTo("one\ntwo\nthree\n");
  }

  @Test
  void linesThatWaitWhenTheLogIsSwitchedOffAreWritten() throws IOException {
    log.add("last");
    log.rotateAt(0);
    assertThat(log.isOn()).isFalse();
    log.write();
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
        .containsExactly("3 lines of the log of downloads were not written");
  }

  @Test
  void folderThatCannotBeMadeIsAWarning() throws IOException {
    Files.writeString(temp.resolve("50%g"), "a file");
    log.add("one");
    log.write();
    assertThat(warnings.warnings())
        .containsExactly(
            "the log of downloads in " + folder + " cannot be opened",
            "1 lines of the log of downloads were not written");
  }
}
