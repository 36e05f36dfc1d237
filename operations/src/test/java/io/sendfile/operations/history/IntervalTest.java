package io.sendfile.operations.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Distribution;
import io.sendfile.spi.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTest {
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
            new Concurrency(8, 9),
            new Concurrency(10, 11),
            new Distribution(counts, 12),
            new Peak(13, new Missed(14, 15, 16)));

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
            new Concurrency(100, 7),
            new Concurrency(200, 5),
            once,
            new Peak(5, new Missed(9, 1, 0)));
    Interval other =
        new Interval(
            500,
            300,
            20,
            30,
            Map.of(Outcome.COMPLETED, 5L, Outcome.IO_ERROR, 6L),
            40,
            new Concurrency(1_000, 6),
            new Concurrency(2_000, 9),
            once,
            new Peak(7, new Missed(2, 3, 0)));
    Interval sum =
        new Interval(
            500,
            1_300,
            30,
            33,
            Map.of(Outcome.COMPLETED, 7L, Outcome.STALLED, 1L, Outcome.IO_ERROR, 6L),
            44,
            new Concurrency(1_100, 7),
            new Concurrency(2_200, 9),
            once.plus(once),
            new Peak(7, new Missed(9, 3, 0)));
    assertThat(one.plus(other)).isEqualTo(sum);
    assertThat(other.plus(one)).isEqualTo(sum);
  }

  @Test
  void countBeyondItsBitsIsTheHighest() {
    Interval interval =
        new Interval(
            0,
            1,
            0,
            1L << 40,
            Map.of(),
            0,
            Concurrency.NONE,
            Concurrency.NONE,
            Distribution.NONE,
            Peak.NONE);

    assertThat(Interval.read(interval.form()).started()).isEqualTo((1L << 32) - 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2047, 2048, 2049, 65_535, 1_000_000_007, 1L << 41, 1L << 62})
  void countOfAClassIsRightToAThousandth(long n) {
    long read = Interval.unpack(Interval.pack(n));
    long most = Math.min(n, 2047L << 31);
    assertThat(read).isBetween(most - most / 1000, most);
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
