package io.sendfile.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
  private final LogHistogram histogram = new LogHistogram();

  @ParameterizedTest
  @ValueSource(longs = {1024, 1279, 1280, 4095, 4096, 1_000_000, 123_456_789, (1L << 37) - 1})
  void putsEachValueBelowTheBoundOfItsBucketAndNotFarBelow(long value) {
    int bucket = LogHistogram.bucket(value);

    assertThat(value).isLessThan(Distribution.upperBound(bucket));
    assertThat(value).isGreaterThanOrEqualTo(bucket == 0 ? 0 : Distribution.upperBound(bucket - 1));
    assertThat(Distribution.upperBound(bucket)).isLessThanOrEqualTo(value + value / 4 + 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, 1023})
  void putsTheSmallestIntoTheFirst(long value) {
    assertThat(LogHistogram.bucket(value)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 37, 1L << 50, Long.MAX_VALUE})
  void putsTheLargestIntoTheLast(long value) {
    assertThat(LogHistogram.bucket(value)).isEqualTo(LogHistogram.BUCKETS - 1);
  }

  @Test
  void tellsPercentilesWithinAQuarter() {
    for (int i = 1; i <= 1000; i++) {
      histogram.record(i * 1_000_000L);
    }
    Distribution distribution = new Distribution(histogram);

    assertThat(distribution.count()).isEqualTo(1000);
    assertThat(distribution.sum()).isEqualTo(500_500_000_000L);
    assertThat(distribution.percentile(0.5)).isBetween(500_000_000L, 625_000_000L);
    assertThat(distribution.percentile(0.99)).isBetween(990_000_000L, 1_237_500_000L);
    assertThat(distribution.lowest()).isBetween(750_000L, 1_000_000L);
    assertThat(distribution.highest()).isBetween(1_000_000_000L, 1_250_000_000L);
    assertThat(distribution.percentiles(1000))
        .containsEntry("p50", distribution.percentile(0.5) / 1000);
  }

  @Test
  void isZeroWhenNothingOccurred() {
    assertThat(new Distribution(histogram)).isEqualTo(Distribution.NONE);
    assertThat(Distribution.NONE.percentile(0.5)).isZero();
    assertThat(Distribution.NONE.lowest()).isZero();
    assertThat(Distribution.NONE.highest()).isZero();
  }

  @Test
  void addsAndSubtracts() {
    histogram.record(5_000);
    Distribution before = new Distribution(histogram);
    histogram.record(9_000);

    Distribution since = new Distribution(histogram).minus(before);

    assertThat(since.count()).isEqualTo(1);
    assertThat(since.sum()).isEqualTo(9_000);
    assertThat(since.plus(before)).isEqualTo(new Distribution(histogram));
  }
}
