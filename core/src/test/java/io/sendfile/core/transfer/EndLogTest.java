package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.transfer.TransferScheduler.TransferEnds.EndLog;
import io.sendfile.spi.Outcome;
import java.time.Duration;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class EndLogTest extends SchedulerFixture {
  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.ended");

  private void endAfter(Duration time, Outcome outcome) {
    Transfer transfer = transfer(sink().thenTake(40).thenFull(), 100, 0);
    submit(transfer);
    workers.runAll();
    clock.advance(time);
    transfer.end(outcome);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"COMPLETED", "CLIENT_ABORTED"})
  void oneLineSaysWhoLostWhatAndWhy(Outcome outcome) {
    endAfter(Duration.ofMillis(4_250), outcome);
    assertThat(log.lines()).hasSize(1);
    assertThat(log.lines().get(0))
        .contains(
            " sendfile ended (" + outcome.label() + "): transfer id-1 of 'files:file-100' to",
            " 192.0.2.7, application 'shop', 40 of 100 bytes in 4.3 s (client 100 %): ");
  }

  @Test
  void downloadWithoutAnApplicationIsToldSo() {
    downloads.calls("given", "");
    endAfter(Duration.ofSeconds(1), Outcome.CANCELLED);
    assertThat(log.lines()).singleElement().asString().contains(" 192.0.2.7, no application, 40 ");
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLETED", "CLIENT_ABORTED"})
  void noLineTellsOfWhatTheServerDidNotEnd(Outcome outcome) {
    endAfter(Duration.ofSeconds(1), outcome);
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void reasonNamesTheSetting() {
    downloads.deadlines(500, Duration.ofSeconds(100));
    endAfter(Duration.ofSeconds(60), Outcome.STALLED);
    endAfter(Duration.ofSeconds(60), Outcome.TOO_SLOW);
    endAfter(Duration.ofSeconds(100), Outcome.TOO_SLOW);
    assertThat(log.lines().get(0))
        .endsWith("its client took nothing for stall-timeout-seconds (60)");
    assertThat(log.lines().get(1))
        .endsWith("its client fell behind min-rate-bytes-per-second (500)");
    assertThat(log.lines().get(2)).endsWith("it took longer than max-duration-seconds (100)");
  }

  @ParameterizedTest
  @CsvSource({"CHANGED, WARNING", "IO_ERROR, WARNING", "STALLED, INFO", "CANCELLED, INFO"})
  void onlyWhatHasToBeMendedIsWarning(Outcome outcome, String level) {
    endAfter(Duration.ofSeconds(1), outcome);
    assertThat(log.lines().get(0)).startsWith(Level.parse(level) + " ");
  }

  @Test
  void namesCannotForgeLines() {
    downloads.calls("7\r\nforged", "shop\nforged");
    ScriptedSink sink = sink().thenFull();
    Transfer transfer =
        watched(sink, downloads.transfer(downloads.file("a {0}\u202eb", 10), sink, 0));
    submit(transfer);
    workers.runAll();
    transfer.end(Outcome.CANCELLED);
    assertThat(log.lines()).hasSize(1);
    assertThat(log.lines().get(0))
        .contains("(id 7\\u000d\\u000aforged)", "'files:a {0}\\u202eb'", "'shop\\u000aforged'")
        .doesNotContain("\n", "\r", "\u202e");
  }

  @Test
  void linesOfOneMinuteAreBounded() {
    for (int i = 0; i < EndLog.LINES_A_MINUTE + 7; i++) {
      endAfter(Duration.ofMillis(1), Outcome.STALLED);
    }
    assertThat(log.lines()).hasSize(EndLog.LINES_A_MINUTE);
    timer.advance(Duration.ofMinutes(1));
    assertThat(log.lines()).hasSize(EndLog.LINES_A_MINUTE + 1);
    assertThat(log.lines().get(EndLog.LINES_A_MINUTE)).contains("sendfile ended 7 more transfers");
    endAfter(Duration.ofMillis(1), Outcome.STALLED);
    assertThat(log.lines()).as("the next minute").hasSize(EndLog.LINES_A_MINUTE + 2);
    timer.advance(Duration.ofMinutes(1));
    assertThat(log.lines()).as("none was left out").hasSize(EndLog.LINES_A_MINUTE + 2);
  }

  @Test
  void timerThatFailsOnceSilencesNobody() {
    timer.failOnce();
    for (int i = 0; i < EndLog.LINES_A_MINUTE; i++) {
      endAfter(Duration.ofMillis(1), Outcome.STALLED);
    }
    timer.advance(Duration.ofMinutes(1));
    endAfter(Duration.ofMillis(1), Outcome.STALLED);
    assertThat(log.lines()).hasSize(EndLog.LINES_A_MINUTE + 1);
  }

  @Test
  void stopTellsHowManyWereLeftOut() {
    for (int i = 0; i < EndLog.LINES_A_MINUTE + 2; i++) {
      endAfter(Duration.ofMillis(1), Outcome.CANCELLED);
    }
    scheduler.close();
    assertThat(log.lines()).last().asString().contains("sendfile ended 2 more transfers");
  }
}
