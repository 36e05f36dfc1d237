package io.sendfile.operations.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.stats.Presence;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.Limits;
import io.sendfile.operations.journal.DirectWriter;
import io.sendfile.operations.journal.ManualWriter;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TWO_SECONDS = Duration.ofSeconds(2);
  private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);

  @RegisterExtension
  private final CapturedLog log = new CapturedLog("io.sendfile.glassfish.history");

  private final Losses losses = Sampled.losses();
  @TempDir private Path folder;
  private Path path;
  private HistoryFile file;
  private History history;
  private Sampled sampled;

  @BeforeEach
  void history() throws IOException {
    path = folder.resolve("history");
    history = open(path);
    sampled = new Sampled(history, "2026-11-24T10:00:00Z");
  }

  @AfterEach
  void close() {
    history.close();
  }

  private History open(Path path) throws IOException {
    file =
        HistoryFile.open(
            path,
            (damage, number) -> {
              throw new AssertionError(damage);
            });
    return new History(file, losses, new DirectWriter());
  }

  private void restart() throws IOException {
    history.close();
    history = open(path);
    sampled.goesOnWith(history);
  }

  private static List<Long> bytes(List<Interval> intervals) {
    return intervals.stream().map(Interval::bytes).toList();
  }

  private static List<String> starts(List<Interval> intervals) {
    return intervals.stream().map(each -> Instant.ofEpochMilli(each.start()).toString()).toList();
  }

  @Test
  void sampleHasWhatHappenedSinceTheOneBefore() {
    sampled.recorder().entered(Presence.ACTIVE);
    sampled.recorder().refused("missing");
    sampled.recorder().refused("limited-client");
    sampled.download(Outcome.STALLED, 1000, SECOND).passes(TWO_SECONDS);
    sampled.recorder().entered(Presence.WAITING);
    sampled.recorder().entered(Presence.WAITING);
    sampled.download(500).passes(TWO_SECONDS);

    List<Interval> recent = history.recent(0);

    assertThat(bytes(recent)).containsExactly(1000L, 500L);
    Interval first = recent.get(0);
    assertThat(first.bytesPerSecond()).isEqualTo(500);
    assertThat(first.started()).isEqualTo(1);
    assertThat(first.ended(Outcome.STALLED)).isEqualTo(1);
    assertThat(first.ended(Outcome.COMPLETED)).isZero();
    assertThat(first.refused()).isEqualTo(1);
    assertThat(first.keptOut()).isEqualTo(1);
    assertThat(first.ended(Outcome.ENDED_BY_LIMIT)).as("of a refusal").isZero();
    assertThat(first.meanActive()).isEqualTo(1);
    assertThat(first.load().active().most()).isEqualTo(1);
    Interval second = recent.get(1);
    assertThat(history.recent(first.end())).containsExactly(second);
    assertThat(second.start()).isEqualTo(first.end());
    assertThat(second.started()).isEqualTo(1);
    assertThat(second.ended()).isEqualTo(Map.of(Outcome.COMPLETED, 1L));
    assertThat(second.refused()).isZero();
    assertThat(second.meanWaiting()).isEqualTo(2);
    assertThat(second.load().waiting().most()).isEqualTo(2);
    assertThat(second.firstByteNanos().count()).isEqualTo(1);
  }

  @Test
  void stopsByAdministratorsAreMissedButNoFailures() {
    sampled.download(Outcome.SHUTDOWN, 1, SECOND).download(Outcome.CANCELLED, 1, SECOND);
    sampled.download(Outcome.ENDED_BY_LIMIT, 1, SECOND);
    sampled.download(Outcome.COMPLETED, 1, SECOND).passes(MINUTE);

    assertThat(history.recent(0))
        .extracting(Interval::missed)
        .containsExactly(new Missed(0, 0, 0, 0, 3));
  }

  /** Of the last quarter of an hour there are samples, of a week minutes, of older days hours. */
  @Test
  void stepIsTheShortestOfWhichFiguresAreKeptAndThatFits() {
    assertThat(step(Duration.ofMinutes(15), 90)).isEqualTo(Duration.ofSeconds(10));
    assertThat(step(Duration.ofMinutes(15), 89)).isEqualTo(MINUTE);
    assertThat(step(Duration.ofMinutes(15).plusMillis(1), 1000)).isEqualTo(MINUTE);
    assertThat(step(HOUR, 60)).isEqualTo(MINUTE);
    assertThat(step(HOUR, 59)).isEqualTo(Duration.ofMinutes(5));
    assertThat(step(Duration.ofDays(7), 20_000)).isEqualTo(MINUTE);
    assertThat(step(Duration.ofDays(7).plusMillis(1), 20_000)).isEqualTo(HOUR);
    assertThat(step(Duration.ofDays(700), 10)).isEqualTo(Duration.ofDays(7));
  }

  private static Duration step(Duration last, int most) {
    Instant now = Instant.parse("2026-11-24T10:00:00Z");
    return History.step(now.minus(last), now, now, most);
  }

  @Test
  void percentilesAreThoseOfTheStepNotSinceTheStart() throws IOException {
    for (int i = 0; i < 1000; i++) {
      sampled.download(Outcome.COMPLETED, 1, Duration.ofMillis(1));
    }
    sampled.passes(MINUTE).download(Outcome.COMPLETED, 1, SECOND).passes(MINUTE);

    List<Interval> minutes = sampled.last(Duration.ofMinutes(2), MINUTE);

    assertThat(minutes).hasSize(2);
    assertThat(minutes.get(0).firstByteNanos().percentile(0.99)).isLessThan(2_000_000);
    assertThat(minutes.get(1).firstByteNanos().percentile(0.5)).isGreaterThan(900_000_000);
  }

  @Test
  void memoryHasTheSamplesOfAQuarterOfAnHour() {
    for (int i = 0; i < 1000; i++) {
      sampled.passes(TWO_SECONDS);
    }
    assertThat(history.recent(0)).hasSizeBetween(450, 451);
  }

  @Test
  void minutesAreSummedToHoursAndDays() throws IOException {
    for (int minute = 0; minute < 150; minute++) {
      sampled.download(10).passes(HALF_A_MINUTE).passes(HALF_A_MINUTE);
    }
    assertThat(bytes(sampled.last(Duration.ofHours(3), MINUTE))).hasSize(150).containsOnly(10L);
    assertThat(bytes(sampled.last(Duration.ofHours(3), HOUR))).containsExactly(600L, 600L, 300L);
    assertThat(bytes(sampled.last(DAY, DAY))).containsExactly(1500L);
    Interval hour = sampled.last(Duration.ofHours(3), HOUR).get(0);
    assertThat(hour.millis()).isEqualTo(HOUR.toMillis());
    assertThat(hour.firstByteNanos().count()).isEqualTo(60);
  }

  @Test
  void stormOfAMinuteIsSeenInTheHighestOfLongerSteps() throws IOException {
    sampled.passes(Duration.ofMinutes(10));
    for (int i = 0; i < 2402; i++) {
      sampled.recorder().refused("missing");
    }
    sampled.download(6000).passes(MINUTE).passes(Duration.ofHours(20));

    for (Duration step : List.of(Duration.ofMinutes(15), HOUR, DAY)) {
      Interval stormy = sampled.last(DAY, step).get(0);
      assertThat(stormy.missed().refused()).as("mean by %s", step).isLessThan(400);
      assertThat(stormy.worst().refused()).as("worst minute by %s", step).isEqualTo(2402);
      assertThat(stormy.highestBytesPerSecond()).as("busiest minute by %s", step).isEqualTo(100);
    }
    restart();
    assertThat(sampled.last(DAY, DAY).get(0).worst().refused()).isEqualTo(2402);
  }

  private List<Long> bytesOf(String part, Duration span, Duration step) throws IOException {
    Instant now = sampled.now();
    return bytes(
        history.between(now.minus(span), now, step, ZoneOffset.UTC, each -> each.of(part::equals)));
  }

  @Test
  void applicationsAndRootsHaveTheirPartsAlsoAWeekLater() throws IOException {
    sampled.download("media", "shop", 600).download("media", "wiki", 60).passes(HALF_A_MINUTE);
    assertThat(bytesOf("application shop", MINUTE, TWO_SECONDS)).containsExactly(600L);
    restart();
    sampled.download("docs", "shop", 6).passes(HALF_A_MINUTE);
    for (Duration step : List.of(MINUTE, HOUR, DAY)) {
      assertThat(bytesOf("application shop", DAY, step)).containsExactly(606L);
      assertThat(bytesOf("application wiki", DAY, step)).containsExactly(60L);
      assertThat(bytesOf("root media", DAY, step)).containsExactly(660L);
      assertThat(bytesOf("root docs", DAY, step)).containsExactly(6L);
      assertThat(bytesOf("root none", DAY, step)).containsExactly(0L);
    }
    sampled.passes(Duration.ofDays(8));
    assertThat(bytesOf("application shop", Duration.ofDays(9), HOUR).get(0)).isEqualTo(606);
  }

  @Test
  void partsOfALongerStepHaveTheirBusiestMinute() throws IOException {
    sampled.passes(MINUTE).download("media", "shop", 6000).passes(MINUTE).passes(HOUR);
    Instant now = sampled.now();

    Interval shop =
        history
            .between(
                now.minus(DAY), now, DAY, ZoneOffset.UTC, each -> each.of("root media"::equals))
            .get(0);

    assertThat(shop.bytesPerSecond()).isLessThan(3);
    assertThat(shop.highestBytesPerSecond()).isEqualTo(100);
  }

  @Test
  void rootThatIsMadeAgainCountsFromZero() throws IOException {
    sampled.download("docs", "shop", 100).passes(MINUTE);
    sampled.stats().keepRoots("media"::equals);
    sampled.download("docs", "shop", 7).passes(MINUTE);

    assertThat(bytesOf("root docs", HOUR, MINUTE)).containsExactly(100L, 7L);
    assertThat(bytesOf("application shop", HOUR, MINUTE)).containsExactly(100L, 7L);
  }

  @Test
  void samplesHaveTheLargestOfManyParts() {
    for (int i = 0; i < 5000; i++) {
      sampled.download("media", "app-" + i, i);
    }
    sampled.passes(TWO_SECONDS);

    assertThat(history.recent(0).get(0).parts()).hasSize(50).containsKey("application app-998");
  }

  @Test
  void highestUseOfEachLimitHasTheLimitOfItsTime() throws IOException {
    sampled.limits(new LimitUsage(3, 4, 80, 100, 9, 10, 700, 1000)).passes(HALF_A_MINUTE);
    long then = sampled.now().toEpochMilli();
    // The file is opened in a later hour.
    sampled.limits(new LimitUsage(2, 8, 70, 200, 5, 20, 600, 2000)).passes(HOUR).passes(HOUR);
    restart();
    sampled.limits(new LimitUsage(1, 9, 10, 300, 1, 30, 10, Limits.NONE)).passes(HOUR);

    Load load = sampled.last(DAY, DAY).get(0).load();

    assertThat(load.workers()).isEqualTo(new Use(3, 4, then));
    assertThat(load.memory()).isEqualTo(new Use(700, 1000, then));
    assertThat(history.highest().workers()).isEqualTo(new Use(3, 4, then));
    assertThat(history.highest().and(load).memory()).isEqualTo(new Use(1400, 2000));
    assertThat(history.highest().and(Load.NONE).memory()).isEqualTo(new Use(700, 0));
  }

  @Test
  void limitThatWasHitIsKnownOnceItIsRaisedAndUsedMore() throws IOException {
    sampled.limits(new LimitUsage(4, 4, 0, 100, 0, 10, 0, Limits.NONE)).passes(HALF_A_MINUTE);
    long then = sampled.now().toEpochMilli();
    sampled.limits(new LimitUsage(6, 8, 0, 100, 0, 10, 0, Limits.NONE)).passes(HALF_A_MINUTE);
    restart();

    assertThat(history.highest().workers()).isEqualTo(new Use(6, 8, 4, 4, then));
  }

  @Test
  void highestUseIsKnownBeforeItIsWritten() {
    sampled.limits(new LimitUsage(3, 4, 80, 100, 9, 10, 700, Limits.NONE)).passes(TWO_SECONDS);
    long now = sampled.now().toEpochMilli();

    assertThat(history.highest().workers()).isEqualTo(new Use(3, 4, now));
    assertThat(history.highest().memory()).as("without a limit").isEqualTo(new Use(700, 0, now));
  }

  @Test
  void peakBetweenTwoSamplesIsKept() {
    sampled.recorder().entered(Presence.ACTIVE);
    sampled.recorder().entered(Presence.ACTIVE);
    sampled.recorder().left(Presence.ACTIVE);
    sampled.passes(TWO_SECONDS).passes(TWO_SECONDS);

    assertThat(history.recent(0))
        .extracting(each -> each.load().active().most())
        .containsExactly(2L, 1L);
  }

  @Test
  void dayBeginsByTheClockOfTheServer() throws IOException {
    sampled.passes(Duration.ofHours(13)).download(7).passes(MINUTE);
    Instant now = sampled.now();

    List<Interval> days =
        history.between(
            now.minus(MINUTE), now, DAY, ZoneOffset.ofHoursMinutes(5, 30), each -> each);

    assertThat(starts(days)).containsExactly("2026-11-24T18:30:00Z");
  }

  @Test
  void timeWithoutSamplesHasNoRows() throws IOException {
    sampled.download(1).passes(MINUTE);
    history.close();
    sampled.clockMoves(Duration.ofMinutes(3));
    history = open(path);
    sampled.goesOnWith(history).download(2).passes(MINUTE);

    List<Interval> minutes = sampled.last(HOUR, MINUTE);

    assertThat(starts(minutes)).containsExactly("2026-11-24T10:00:00Z", "2026-11-24T10:04:00Z");
    assertThat(bytes(minutes)).containsExactly(1L, 2L);
  }

  @Test
  void restartWithinAMinuteAddsToIt() throws IOException {
    sampled.download(1).passes(Duration.ofSeconds(20));
    restart();
    sampled.download(2).passes(Duration.ofSeconds(20));

    List<Interval> minutes = sampled.last(HOUR, MINUTE);

    assertThat(bytes(minutes)).containsExactly(3L);
    assertThat(minutes.get(0).millis()).isEqualTo(40_000);
    assertThat(bytes(sampled.last(DAY, HOUR))).containsExactly(3L);
  }

  @Test
  void crashCostsNoMinuteAndNoHour() throws IOException {
    for (int minute = 0; minute < 60; minute++) {
      sampled.download(10).passes(MINUTE);
    }
    // As the file is when the process is killed.
    Path killed = Files.copy(path, folder.resolve("killed"));
    try (History after = open(killed)) {
      Instant now = sampled.now().plus(Duration.ofHours(5));
      assertThat(bytes(after.between(now.minus(DAY), now, HOUR, ZoneOffset.UTC, each -> each)))
          .containsExactly(600L);
    }
  }

  @Test
  void crashCostsNoHighestUse() throws IOException {
    sampled.limits(new LimitUsage(3, 4, 80, 100, 9, 10, 700, 1000)).passes(HALF_A_MINUTE);
    Path killed = Files.copy(path, folder.resolve("killed"));
    try (History after = open(killed)) {
      assertThat(after.highest().workers()).isEqualTo(new Use(3, 4, sampled.now().toEpochMilli()));
    }
  }

  @Test
  void clockThatWasSetBackAddsToTheMinutesThatAreThere() throws IOException {
    sampled.download(1).passes(MINUTE).download(2).passes(MINUTE);
    sampled.clockMoves(Duration.ofMinutes(-2));
    sampled.download(4).passes(MINUTE).download(8).passes(MINUTE);

    List<Interval> minutes = sampled.last(HOUR, MINUTE);

    assertThat(bytes(minutes)).containsExactly(5L, 10L);
    assertThat(minutes).extracting(Interval::millis).containsExactly(120_000L, 120_000L);
    assertThat(bytes(sampled.last(DAY, HOUR))).containsExactly(15L);
    assertThat(bytes(history.recent(0))).containsExactly(4L, 8L);
  }

  @Test
  void timesAfterNowAreNotShown() throws IOException {
    sampled.clockMoves(Duration.ofDays(2)).download(1).passes(MINUTE);
    sampled.clockMoves(Duration.ofDays(-2)).download(2).passes(MINUTE);
    Instant future = sampled.now().plus(Duration.ofDays(5));

    assertThat(
            bytes(
                history.between(
                    sampled.now().minus(HOUR), future, MINUTE, ZoneOffset.UTC, each -> each)))
        .containsExactly(2L);
  }

  @Test
  void longPauseIsOneIntervalThatCoversIt() throws IOException {
    sampled.download(600).passes(Duration.ofMinutes(10));

    List<Interval> minutes = sampled.last(HOUR, MINUTE);

    assertThat(minutes).extracting(Interval::bytesPerSecond).containsExactly(1L);
  }

  @Test
  void deletedListenerKeepsItsPast() throws IOException {
    sampled.download(1000).passes(MINUTE);
    sampled.download(1).stats().forgetListener("clear");
    sampled.passes(MINUTE);

    assertThat(bytes(sampled.last(HOUR, MINUTE))).containsExactly(1000L, 1L);
  }

  @Test
  void whatIsOlderThanAWeekHasHours() throws IOException {
    for (int half = 0; half < 9 * 24 * 2; half++) {
      sampled.download(1).passes(Duration.ofMinutes(30));
    }
    List<Interval> all = sampled.last(Duration.ofDays(9), MINUTE);

    assertThat(bytes(all.subList(0, 2 * 24))).containsOnly(2L);
    assertThat(bytes(all.subList(2 * 24, all.size()))).containsOnly(1L);
    // Of the oldest hour of minutes the first half is gone.
    assertThat(all).hasSize(2 * 24 + 7 * 24 * 2 - 1);
    assertThat(starts(all.subList(48, 49))).containsExactly("2026-11-26T10:30:00Z");
  }

  @Test
  void yearIsKeptInHours() throws IOException {
    sampled.download(3).passes(MINUTE).passes(Duration.ofDays(300)).download(4).passes(MINUTE);

    assertThat(bytes(sampled.last(Duration.ofDays(365), DAY))).containsExactly(3L, 4L);
    sampled.passes(Duration.ofDays(66));
    assertThat(bytes(sampled.last(Duration.ofDays(400), DAY))).startsWith(4L);
  }

  @Test
  void failingDiskCostsTheFilesPartOnlyAndIsToldOnce() throws IOException {
    file.close();
    sampled.download(1).passes(TWO_SECONDS).download(2).passes(TWO_SECONDS);

    assertThat(bytes(history.recent(0))).containsExactly(1L, 2L);
    assertThat(log.warnings()).singleElement().asString().contains("cannot be used");
    assertThat(losses.isFailing()).isTrue();
    assertThat(losses.lost()).as("they are in memory").isZero();
    history.mark(new Mark(sampled.now(), Mark.Kind.START, "", "waits"));
    assertThat(Objects.requireNonNull(losses.problem()).text())
        .contains("cannot be used")
        .endsWith("; 1 wait");
    sampled.passes(History.RECENT.plus(MINUTE)).passes(TWO_SECONDS);
    assertThat(losses.lost()).as("samples of no minute").isEqualTo(3);
    history = open(path);
  }

  @Test
  void whatComesAfterItsEndIsNoLoss() throws IOException {
    sampled.download(1).passes(MINUTE);
    history.close();
    sampled.download(2).passes(MINUTE);
    history.mark(new Mark(sampled.now(), Mark.Kind.UNDEPLOYED, "", "shop"));

    history.keepIn(HistoryFile.open(path, (damage, number) -> {}));

    assertThat(log.lines()).isEmpty();
    assertThat(losses.problem()).isNull();
    history = open(path);
    assertThat(history.marks(Instant.EPOCH, Instant.MAX)).isEmpty();
  }

  @Test
  void fileThatComesLaterHasWhatIsInMemory() throws IOException {
    try (History late = new History(null, losses, new DirectWriter())) {
      sampled.goesOnWith(late).download(1).passes(MINUTE).download(4).passes(MINUTE);
      late.mark(new Mark(sampled.now(), Mark.Kind.START, "", "late"));
      assertThat(late.isKept()).isFalse();
      history.close();
      late.keepIn(HistoryFile.open(path, (damage, number) -> losses.lost(number, damage)));
      sampled.download(2).passes(MINUTE);
      late.mark(new Mark(sampled.now(), Mark.Kind.START, "", "kept"));
      assertThat(bytes(sampled.last(HOUR, MINUTE))).containsExactly(1L, 4L, 2L);
      assertThat(late.marks(Instant.EPOCH, Instant.MAX))
          .extracting(Mark::text)
          .containsExactly("late", "kept");
      assertThat(losses.lost()).isZero();
    }
    history = open(path);
    assertThat(history.marks(Instant.EPOCH, Instant.MAX)).hasSize(2);
  }

  @Test
  void textThatIsTooLongEndsWithAnEllipsis() throws IOException {
    history.mark(new Mark(sampled.now(), Mark.Kind.CONFIGURATION, "admin", "ä".repeat(500)));
    restart();
    assertThat(Objects.requireNonNull(history.lastMark()).text()).matches("ä{150,}…");
  }

  @Test
  void withoutAFileTheSamplesStayInMemory() throws IOException {
    try (History memory = new History(null, losses, new DirectWriter())) {
      sampled.goesOnWith(memory).download(1).passes(TWO_SECONDS);
      memory.mark(new Mark(sampled.now(), Mark.Kind.START, "", "not kept"));

      assertThat(bytes(sampled.last(HOUR, TWO_SECONDS))).containsExactly(1L);
      assertThat(sampled.last(HOUR, MINUTE)).isEmpty();
      assertThat(memory.marks(Instant.EPOCH, Instant.MAX)).hasSize(1);
    }
    assertThat(losses.lost()).as("a mark that is gone with its history").isEqualTo(1);
  }

  @Test
  void marksBeyondThoseThatMayWaitAreLost() throws IOException {
    try (History memory = new History(null, losses, new DirectWriter())) {
      for (int i = 0; i <= History.MOST_LATE; i++) {
        memory.mark(new Mark(sampled.now(), Mark.Kind.START, "", "no. " + i));
      }
      assertThat(losses.lost()).isEqualTo(1);
      assertThat(memory.marks(Instant.EPOCH, Instant.MAX).get(0).text()).isEqualTo("no. 1");
    }
  }

  /** A look at the file that takes its time holds it up as a disk does that does not answer. */
  @Test
  void fileThatDoesNotAnswerHoldsUpNeitherSamplesNorMarksNorWhatIsInMemory() throws Exception {
    ManualWriter writer = new ManualWriter();
    history = new History(file, losses, writer);
    sampled.goesOnWith(history).download(1).passes(MINUTE);
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    CompletableFuture<List<Interval>> slow =
        CompletableFuture.supplyAsync(
            () ->
                minutes(
                    each -> {
                      busy.countDown();
                      awaitQuietly(answers);
                      return each;
                    }));
    assertThat(busy.await(20, TimeUnit.SECONDS)).isTrue();
    try {
      CompletableFuture<Void> others =
          CompletableFuture.runAsync(
              () -> {
                sampled.download(2).passes(TWO_SECONDS);
                history.mark(new Mark(sampled.now(), Mark.Kind.START, "", "meanwhile"));
                assertThat(bytes(history.recent(0))).containsExactly(1L, 2L);
                assertThat(history.highest().active().most()).isZero();
                assertThat(history.marks(Instant.EPOCH, Instant.MAX)).hasSize(1);
                assertThat(history.lastMark()).as("of the file").isNull();
              });
      others.get(20, TimeUnit.SECONDS);
    } finally {
      answers.countDown();
    }
    assertThat(bytes(slow.get(20, TimeUnit.SECONDS))).containsExactly(1L);
    writer.run();
    assertThat(Objects.requireNonNull(history.lastMark()).text()).isEqualTo("meanwhile");
    assertThat(history.marks(Instant.EPOCH, Instant.MAX)).hasSize(1);
  }

  private List<Interval> minutes(UnaryOperator<Interval> view) {
    try {
      Instant now = sampled.now();
      return history.between(now.minus(HOUR), now, MINUTE, ZoneOffset.UTC, view);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void fileThatWasMovedOrDeletedIsLeftForANewOne() throws IOException {
    Files.delete(path);
    history.mark(new Mark(Instant.EPOCH, Mark.Kind.START, "", "waits"));
    assertThat(history.isKept()).isFalse();
    assertThat(losses.failure()).contains("was moved or deleted");
    file = HistoryFile.open(path, (damage, number) -> {});
    history.keepIn(file);
    history.mark(new Mark(Instant.EPOCH, Mark.Kind.START, "", "kept"));
    assertThat(losses.isFailing()).isFalse();
    assertThat(losses.lost()).isZero();
    restart();
    assertThat(history.marks(Instant.EPOCH, Instant.MAX))
        .extracting(Mark::text)
        .containsExactly("waits", "kept");
  }
}
