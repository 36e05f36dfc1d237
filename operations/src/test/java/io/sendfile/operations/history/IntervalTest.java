package io.sendfile.operations.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Distribution;
import io.sendfile.spi.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTest {
  private static Load load(long activeMillis, long active, long waitingMillis, long waiting) {
    return new Load(
        activeMillis,
        waitingMillis,
        new Use(active, 100),
        new Use(waiting, 10),
        new Use(1, 4),
        new Use(1L << 40, 1L << 41, 1L << 39, 1L << 39, 1_700_000_000_000L));
  }

  private static Interval part(long bytes, Map<Outcome, Long> ended) {
    return new Interval(
        0,
        0,
        bytes,
        1,
        ended,
        2,
        3,
        new Load(3, 0, new Use(4, 0), Use.NONE, Use.NONE, Use.NONE),
        Distribution.NONE,
        new Peak(5, new Missed(6, 7, 8)),
        Map.of());
  }

  private static Interval of(Map<String, Interval> parts) {
    return new Interval(
        60_000, 60_000, 9, 1, Map.of(), 2, 0, Load.NONE, Distribution.NONE, Peak.NONE, parts);
  }

  @Test
  void partsAreReadAsTheyWereWritten() {
    Map<String, Interval> parts =
        Map.of(
            "application shop",
            part(1L << 50, Map.of(Outcome.COMPLETED, 300L, Outcome.ENDED_BY_LIMIT, 1L)),
            "root ../../" + "ä \n".repeat(66),
            part(0, Map.of()));

    assertThat(Interval.read(of(parts).form()).parts()).isEqualTo(parts);
  }

  @Test
  void largestPartsAreWrittenWhereThereIsNoRoomForAll() {
    Map<String, Interval> parts = new HashMap<>();
    for (int i = 0; i < 5000; i++) {
      parts.put("application " + i, part(1_000_000 + i, Map.of(Outcome.COMPLETED, 1L)));
    }
    parts.put("application " + "a".repeat(2000), part(Long.MAX_VALUE, Map.of()));
    for (int i = 0; i < 20; i++) {
      parts.put("root " + i, part(i, Map.of()));
    }

    Map<String, Interval> read = Interval.read(of(parts).form()).parts();

    assertThat(read).hasSizeBetween(25, 50).containsKeys("application 4999", "root 19", "root 9");
    assertThat(read.keySet()).filteredOn(name -> name.startsWith("app")).hasSizeGreaterThan(10);
    assertThat(read).doesNotContainKey("application 4900");
  }

  @Test
  void chosenPartsHaveTheTimeOfTheWhole() {
    Interval whole = of(Map.of("root a", part(6000, Map.of()), "root b", part(60, Map.of())));

    Interval chosen = whole.of("root a"::equals);

    assertThat(chosen.start()).isEqualTo(60_000);
    assertThat(chosen.bytesPerSecond()).isEqualTo(100);
    assertThat(whole.of(name -> true).bytesPerSecond()).isEqualTo(101);
    assertThat(whole.of("root c"::equals)).isEqualTo(Interval.empty(60_000).during(whole));
    assertThat(whole.asMinute().of("root a"::equals).peak().bytesPerSecond()).isEqualTo(100);
  }

  @Test
  void highestUseIsKeptWithItsLimit() {
    Use before = new Use(90, 100);

    assertThat(before.or(new Use(80, 1000))).isEqualTo(before);
    assertThat(new Use(80, 1000).or(before)).isEqualTo(before);
    assertThat(Use.NONE.or(new Use(0, 7))).isEqualTo(new Use(0, 7));
  }

  @Test
  void limitThatWasHitIsKeptWithItsMomentOnceItIsRaised() {
    Use hit = new Use(5, 5, 7_000);
    Use raised = new Use(60, 100, 9_000);
    Use both = new Use(60, 100, 5, 5, 7_000);

    assertThat(hit.or(raised)).isEqualTo(both);
    assertThat(raised.or(hit)).isEqualTo(both);
    assertThat(hit.or(new Use(5, 5, 8_000)).at()).as("the last time").isEqualTo(8_000);
    assertThat(both.and(new Use(3, 4, 7_000)))
        .as("of two servers")
        .isEqualTo(new Use(63, 104, 8, 9, 0));
    assertThat(new Use(500, 0, 1).or(new Use(10, 100, 2)))
        .as("without a limit at first")
        .isEqualTo(new Use(500, 0, 10, 100, 2));
  }

  @Test
  void isReadAsItWasWritten() {
    List<Long> counts = new ArrayList<>(Distribution.NONE.counts());
    counts.set(0, 3L);
    counts.set(50, 2047L);
    Interval interval =
        new Interval(
            1_700_000_000_000L,
            60_000,
            1L << 50,
            4_000_000_000L,
            Map.of(Outcome.COMPLETED, 5L, Outcome.SHUTDOWN, 6L),
            7,
            1L << 41,
            load(8, 9, 10, 11),
            new Distribution(counts, 12),
            new Peak(13, new Missed(14, 15, 16)),
            Map.of());

    assertThat(Interval.read(interval.form())).isEqualTo(interval);
  }

  @Test
  void twoTogetherHaveWhatBothHadFromTheEarlierStart() {
    Distribution once = Distribution.parse("1 50:1");
    Interval one =
        new Interval(
            2_000,
            1_000,
            10,
            3,
            Map.of(Outcome.COMPLETED, 2L, Outcome.STALLED, 1L),
            4,
            0,
            load(100, 7, 200, 5),
            once,
            new Peak(5, new Missed(9, 1, 0)),
            Map.of());
    Interval other =
        new Interval(
            500,
            300,
            20,
            30,
            Map.of(Outcome.COMPLETED, 5L, Outcome.IO_ERROR, 6L),
            40,
            8,
            load(1_000, 6, 2_000, 9),
            once,
            new Peak(7, new Missed(2, 3, 0)),
            Map.of());
    Interval sum =
        new Interval(
            500,
            1_300,
            30,
            33,
            Map.of(Outcome.COMPLETED, 7L, Outcome.STALLED, 1L, Outcome.IO_ERROR, 6L),
            44,
            8,
            load(1_100, 7, 2_200, 9),
            once.plus(once),
            new Peak(7, new Missed(9, 3, 0)),
            Map.of());
    assertThat(one.plus(other)).isEqualTo(sum);
    assertThat(other.plus(one)).isEqualTo(sum);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 127, 128, 16_384, 1_000_000_007, 1L << 41, Long.MAX_VALUE})
  void numbersAreReadAsTheyWereWritten(long n) {
    ByteBuffer form = ByteBuffer.allocate(9);
    Numbers.put(form, n);
    assertThat(Numbers.get(form.flip())).isEqualTo(n);
    assertThat(Numbers.get(form)).as("at the end").isZero();
  }

  @Test
  void outcomesHaveTheOrderOfTheFile() {
    assertThat(Outcome.values())
        .as("a new outcome comes last, as files hold them by their position")
        .startsWith(
            Outcome.COMPLETED,
            Outcome.CLIENT_ABORTED,
            Outcome.STALLED,
            Outcome.TOO_SLOW,
            Outcome.CHANGED,
            Outcome.IO_ERROR,
            Outcome.CANCELLED,
            Outcome.SHUTDOWN);
  }
}
