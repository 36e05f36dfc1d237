package io.sendfile.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.SeededTest;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

class RangeSetTest {
  @Test
  void spansThatTouchOrOverlapBecomeOne() {
    RangeSet apart = RangeSet.NONE.with(10, 20).with(30, 40).with(50, 60);
    assertThat(apart.count()).isEqualTo(3);
    assertThat(apart.with(20, 30).toString()).isEqualTo("[10, 40, 50, 60]");
    assertThat(apart.with(0, 100).toString()).isEqualTo("[0, 100]");
    assertThat(apart.with(15, 35).toString()).isEqualTo("[10, 40, 50, 60]");
    assertThat(apart.with(21, 29).toString()).isEqualTo("[10, 20, 21, 29, 30, 40, 50, 60]");
    assertThat(apart.with(5, 5)).isEqualTo(apart);
  }

  @Test
  void coversAFileOnlyWithItsFirstAndItsLastByte() {
    assertThat(RangeSet.NONE.cover(0)).isTrue();
    assertThat(RangeSet.NONE.cover(1)).isFalse();
    assertThat(RangeSet.NONE.with(1, 10).cover(10)).isFalse();
    assertThat(RangeSet.NONE.with(0, 9).cover(10)).isFalse();
    assertThat(RangeSet.NONE.with(0, 4).with(5, 10).cover(10)).isFalse();
    assertThat(RangeSet.NONE.with(5, 10).with(0, 5).cover(10)).isTrue();
    assertThat(RangeSet.NONE.with(0, Long.MAX_VALUE).cover(Long.MAX_VALUE)).isTrue();
  }

  @Test
  void negativeOrReversedSpansAreRefused() {
    assertThatThrownBy(() -> RangeSet.NONE.with(-1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RangeSet.NONE.with(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void areReadAsTheyAreWritten() {
    RangeSet spans = RangeSet.NONE.with(0, 60).with(80, Long.MAX_VALUE);
    assertThat(spans.text()).isEqualTo("0-60,80-" + Long.MAX_VALUE);
    assertThat(RangeSet.read(spans.text())).isEqualTo(spans);
    assertThat(RangeSet.read("")).isEqualTo(RangeSet.NONE);
    for (String bad : new String[] {"1", "1-", "-1-2", "2-1", "1-2,", "1-x"}) {
      assertThatThrownBy(() -> RangeSet.read(bad)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void largestSpansAreKeptWhereAllAreTooMany() {
    RangeSet spans = RangeSet.NONE.with(0, 5).with(10, 12).with(20, 29).with(30, 33).with(40, 46);
    assertThat(spans.largest(5)).isEqualTo(spans);
    assertThat(spans.largest(4).text()).isEqualTo("0-5,20-29,30-33,40-46");
    assertThat(spans.largest(2).text()).isEqualTo("20-29,40-46");
    assertThat(spans.largest(0)).isEqualTo(RangeSet.NONE);
    RangeSet first = RangeSet.NONE.with(0, 1).with(10, 12).with(20, 23);
    assertThat(first.largest(2).text()).isEqualTo("10-12,20-23");
  }

  @SeededTest(fixed = 5)
  void isTheSameAsASetOfPositions(SplittableRandom random) {
    for (int round = 0; round < 200; round++) {
      BitSet expected = new BitSet();
      RangeSet spans = RangeSet.NONE;
      for (int i = 0; i < 30; i++) {
        int start = random.nextInt(100);
        int end = start + random.nextInt(12);
        expected.set(start, end);
        spans = spans.with(start, end);
        assertThat(spans.toString()).isEqualTo(text(expected));
        assertThat(spans.cover(60)).isEqualTo(expected.nextClearBit(0) >= 60);
      }
    }
  }

  private static String text(BitSet set) {
    StringJoiner text = new StringJoiner(", ", "[", "]");
    for (int from = set.nextSetBit(0); from >= 0; ) {
      int to = set.nextClearBit(from);
      text.add(from + ", " + to);
      from = set.nextSetBit(to);
    }
    return text.toString();
  }
}
