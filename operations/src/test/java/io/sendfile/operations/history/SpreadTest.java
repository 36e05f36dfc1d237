package io.sendfile.operations.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.operations.history.Spread.Download;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  private static final Instant TEN = Instant.parse("2026-11-24T10:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private static Instant at(double minutes) {
    return TEN.plusMillis((long) (minutes * 60_000));
  }

  private static Download download(double begin, double end, long bytes) {
    return new Download(at(begin), at(end), bytes, Profile.NONE, Outcome.COMPLETED);
  }

  private static List<Interval> spread(
      double from, double to, Duration step, List<Instant> refusals, Download... downloads) {
    return Spread.of(
        List.of(downloads), refusals, List.of(), at(from), at(to), step, ZoneOffset.UTC);
  }

  private static List<Interval> spread(
      double from, double to, Duration step, Download... downloads) {
    return spread(from, to, step, List.of(), downloads);
  }

  @Test
  void bytesAreSpreadEvenlyOverTheTimeOfTheirDownload() {
    List<Interval> minutes = spread(0, 4, MINUTE, download(0.5, 2.5, 4000));

    assertThat(minutes).extracting(Interval::bytes).containsExactly(1000L, 2000L, 1000L, 0L);
    assertThat(minutes).extracting(Interval::meanActive).containsExactly(0.5, 1.0, 0.5, 0.0);
    assertThat(minutes).extracting(Interval::started).containsExactly(1L, 0L, 0L, 0L);
    assertThat(minutes)
        .extracting(each -> each.ended(Outcome.COMPLETED))
        .containsExactly(0L, 0L, 1L, 0L);
  }

  /** As of a client that was fast for a minute, and then stalled. */
  @Test
  void bytesOfALongDownloadAreWhereItsProfileHasThem() {
    Download stalled =
        new Download(
            at(0.5),
            at(4.5),
            9000,
            new Profile(60_000, List.of(6000L, 0L, 0L, 3000L)),
            Outcome.STALLED);
    assertThat(spread(0, 5, MINUTE, stalled))
        .extracting(Interval::bytes)
        .containsExactly(3000L, 3000L, 0L, 1500L, 1500L);
    assertThat(spread(3, 4, MINUTE, stalled))
        .extracting(Interval::bytes)
        .as("of a part of its time")
        .containsExactly(1500L);
  }

  /** The last step ends with the download, and bytes that a row counts are none lost. */
  @Test
  void profileEndsWithItsDownload() {
    Download download =
        new Download(
            at(0), at(1.5), 100, new Profile(60_000, List.of(30L, 60L)), Outcome.COMPLETED);
    assertThat(spread(0, 2, Duration.ofSeconds(30), download))
        .extracting(Interval::bytes)
        .containsExactly(17L, 17L, 67L, 0L);
  }

  @Test
  void partOutsideOfTheTimeIsLeftOut() {
    List<Interval> minutes = spread(1, 2, MINUTE, download(0, 4, 4000), download(5, 6, 99));

    assertThat(minutes)
        .singleElement()
        .satisfies(
            minute -> {
              assertThat(minute.bytes()).isEqualTo(1000);
              assertThat(minute.started()).isZero();
              assertThat(minute.ended()).isEmpty();
              assertThat(minute.load().active().most()).isEqualTo(1);
            });
  }

  @Test
  void downloadWithoutDurationCountsAtItsMoment() {
    assertThat(spread(0, 2, MINUTE, download(1, 1, 700)))
        .extracting(Interval::bytes)
        .containsExactly(0L, 700L);
  }

  @Test
  void mostAtOnceIsThatOfEachStep() {
    List<Interval> minutes =
        spread(
            0,
            4,
            MINUTE,
            download(0, 2.5, 1),
            download(0.1, 0.2, 1),
            download(0.3, 0.4, 1),
            download(2.6, 2.7, 1));

    assertThat(minutes)
        .extracting(minute -> minute.load().active().most())
        .containsExactly(2L, 1L, 1L, 0L);
  }

  @Test
  void longerStepHasItsHighestMinute() {
    List<Instant> storm = Collections.nCopies(60, at(30.5));
    List<Interval> hours = spread(0, 60, HOUR, storm, download(10, 11, 6_000));

    assertThat(hours)
        .singleElement()
        .satisfies(
            hour -> {
              assertThat(hour.bytesPerSecond()).isEqualTo(2);
              assertThat(hour.highestBytesPerSecond()).isEqualTo(100);
              assertThat(hour.missed().refused()).isEqualTo(1);
              assertThat(hour.worst().refused()).isEqualTo(60);
            });
  }

  @Test
  void refusalsByLimitsAreKeptOut() {
    List<Interval> minutes =
        Spread.of(
            List.of(),
            List.of(at(0)),
            List.of(at(1), at(1.5)),
            at(0),
            at(2),
            MINUTE,
            ZoneOffset.UTC);
    assertThat(minutes).extracting(Interval::refused).containsExactly(1L, 0L);
    assertThat(minutes).extracting(Interval::keptOut).containsExactly(0L, 2L);
    assertThat(minutes)
        .extracting(Interval::missed)
        .containsExactly(new Missed(1, 0, 0), new Missed(0, 0, 0, 2, 0));
  }

  /** A clock that was wrong once has downloads end decades ago. */
  @Test
  void decadesHaveNoMorePartsThanSteps() {
    List<Interval> weeks =
        spread(-60 * 365 * 24 * 60, 0, Duration.ofDays(7), download(-30, -20, 700));

    assertThat(weeks).hasSizeBetween(3100, 3140);
    assertThat(weeks.get(weeks.size() - 1).bytes()).isEqualTo(700);
  }

  @Test
  void yearIsSpreadOverItsHours() {
    List<Interval> days =
        spread(-365 * 24 * 60, 0, Duration.ofDays(1), download(-3 * 24 * 60, -2 * 24 * 60, 1000));

    assertThat(days).hasSizeBetween(365, 366);
    assertThat(days.stream().mapToLong(Interval::bytes).sum()).isBetween(990L, 1010L);
  }
}
