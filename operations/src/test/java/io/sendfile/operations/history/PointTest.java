package io.sendfile.operations.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sendfile.core.stats.Distribution;
import io.sendfile.operations.journal.DirectWriter;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointTest {
  private final Losses losses = Sampled.losses();
  private final History history = new History(null, losses, new DirectWriter());
  private final Sampled sampled = new Sampled(history, "2026-11-24T10:00:00Z");

  private static Point point(long at, long rate) {
    return new Point(at, rate, 1, 0, Distribution.NONE, Missed.NONE);
  }

  @Test
  void rateOfASampleIsTheAverageOfHalfAMinute() {
    sampled.download(30_000).passes(Duration.ofSeconds(10));
    sampled.passes(Duration.ofSeconds(20)).passes(Duration.ofSeconds(10));

    assertThat(Point.samples(history, 0)).extracting(Point::rate).containsExactly(3000L, 1000L, 0L);
  }

  @Test
  void onlyNewSamplesAreTold() {
    sampled.download(30_000).passes(Duration.ofSeconds(10));
    long known = sampled.now().toEpochMilli();
    sampled.passes(Duration.ofSeconds(20));

    assertThat(Point.samples(history, known)).extracting(Point::rate).containsExactly(1000L);
    assertThat(Point.samples(history, sampled.now().toEpochMilli())).isEmpty();
  }

  @Test
  void timesAreThoseOfTheWindow() {
    sampled.download(Outcome.COMPLETED, 1, Duration.ofSeconds(1));
    sampled.passes(Duration.ofSeconds(2)).passes(Duration.ofSeconds(30));

    assertThat(Point.samples(history, 0))
        .extracting(point -> point.firstByteNanos().count())
        .containsExactly(1L, 0L);
  }

  @Test
  void refusedFailedAndAbortedAreThoseOfAMinute() {
    sampled.refused().refused().download(Outcome.STALLED, 1, Duration.ofMillis(1));
    sampled.download(Outcome.CLIENT_ABORTED, 1, Duration.ofMillis(1));
    sampled.download(Outcome.CANCELLED, 1, Duration.ofMillis(1)).download(1);
    sampled.passes(Duration.ofSeconds(10)).passes(Duration.ofSeconds(10));

    assertThat(Point.samples(history, 0))
        .extracting(Point::missed)
        .containsExactly(new Missed(12, 6, 6, 0, 6), new Missed(6, 3, 3, 0, 3));
    List<Point> one = Point.samples(history, 0);
    assertThat(Point.together(List.of(one, one), 2_000, 4_000).get(0).missed())
        .isEqualTo(new Missed(24, 12, 12, 0, 12));
  }

  @Test
  void serversAreSummedThoughTheirMomentsDiffer() {
    List<Point> one = List.of(point(2_100, 1), point(4_100, 2), point(6_100, 3));
    List<Point> two = List.of(point(3_900, 10), point(5_900, 20));

    assertThat(Point.together(List.of(one, two), 2_000, 4_000))
        .extracting(Point::at, Point::rate, Point::active)
        .containsExactly(tuple(2_000L, 11L, 2.0), tuple(4_000L, 22L, 2.0), tuple(6_000L, 23L, 2.0));
  }

  @Test
  void serverThatHasStoppedCountsNoLonger() {
    List<Point> goesOn =
        List.of(point(2_000, 1), point(4_000, 1), point(6_000, 1), point(8_000, 1));
    List<Point> stops = List.of(point(2_000, 10));

    assertThat(Point.together(List.of(goesOn, stops), 2_000, 4_000))
        .extracting(Point::rate)
        .containsExactly(11L, 11L, 11L, 1L);
  }

  @Test
  void percentilesAreThoseOfAllDownloads() {
    sampled.download(Outcome.COMPLETED, 1, Duration.ofSeconds(1)).passes(Duration.ofSeconds(2));
    List<Point> slow = Point.samples(history, 0);

    Distribution together =
        Point.together(List.of(slow, slow), 2_000, 4_000).get(0).firstByteNanos();
    assertThat(together.count()).isEqualTo(2);
    assertThat(together.percentile(0.5)).isEqualTo(slow.get(0).firstByteNanos().percentile(0.5));
  }
}
