package io.sendfile.spi;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LossesTest {
  @RegisterExtension final CapturedLog log = new CapturedLog("losses-test");

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final Losses losses =
      new Losses("rows", Severity.ERROR, "make room", Logger.getLogger("losses-test"), nanos::get);

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static Problem problem(Severity severity, String text) {
    return new Problem(ProblemCode.RECORDS, severity, "rows", text, "make room");
  }

  @Test
  void failureIsAWarningUntilItIsOver() {
    assertThat(losses.problem()).isNull();
    losses.fails("the disk is full");
    assertThat(losses.problem()).isEqualTo(problem(Severity.WARNING, "the disk is full"));
    pass(Duration.ofHours(7));
    assertThat(losses.problem()).isEqualTo(problem(Severity.WARNING, "the disk is full"));
    losses.works();
    losses.works();
    assertThat(losses.problem()).isNull();
    assertThat(log.lines())
        .containsExactly(
            "WARNING sendfile: rows: the disk is full: make room",
            "INFO sendfile: rows works again; 0 records were lost since the start");
  }

  @Test
  void lossIsAProblemForFiveMinutesAndCountedForEver() {
    losses.lost(3, "no room");
    pass(Duration.ofMinutes(4));
    losses.lost(2, "no room at all");
    assertThat(losses.problem())
        .isEqualTo(problem(Severity.ERROR, "5 lost, the last: no room at all"));
    pass(Duration.ofMinutes(5).minusNanos(1));
    losses.fails("the disk is full");
    assertThat(losses.problem()).isEqualTo(problem(Severity.ERROR, "the disk is full; 5 lost"));
    pass(Duration.ofNanos(1));
    assertThat(losses.problem()).isEqualTo(problem(Severity.WARNING, "the disk is full"));
    losses.works();
    losses.lost(1, "no room");
    assertThat(losses.problem()).isEqualTo(problem(Severity.ERROR, "1 lost, the last: no room"));
    assertThat(losses.lost()).isEqualTo(6);
  }

  @Test
  void logHasALineAtOnceAndOneAMinuteWithTheSum() {
    for (int i = 0; i < 1000; i++) {
      losses.lost(1, "no room");
      losses.fails("the disk is full");
      losses.works();
    }
    assertThat(log.warnings())
        .containsExactly("sendfile: rows: 1 lost, the last: no room: make room");
    pass(Duration.ofMinutes(1));
    losses.lost(1, "no room");
    losses.lost(1, "no room");
    assertThat(log.warnings())
        .containsExactly(
            "sendfile: rows: 1 lost, the last: no room: make room",
            "sendfile: rows: 1001 lost, the last: no room: make room");
  }

  @Test
  void problemIsToldWhileTheLogTakesItsTime() {
    List<@Nullable Problem> told = new ArrayList<>();
    Handler slow =
        new StreamHandler() {
          @Override
          public void publish(LogRecord line) {
            told.add(CompletableFuture.supplyAsync(losses::problem).orTimeout(10, SECONDS).join());
          }
        };
    Logger logger = Logger.getLogger("losses-test");
    logger.addHandler(slow);
    try {
      losses.fails("the disk is full");
      losses.works();
    } finally {
      logger.removeHandler(slow);
    }
    assertThat(told).containsExactly(problem(Severity.WARNING, "the disk is full"), null);
  }

  @Test
  void secondFailureIsToldAsTheFirst() {
    losses.fails("the disk is full");
    losses.works();
    pass(Duration.ofMinutes(1));
    losses.fails("the disk is full");
    assertThat(log.warnings()).hasSize(2);
  }
}
