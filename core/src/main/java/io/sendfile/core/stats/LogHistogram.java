package io.sendfile.core.stats;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A histogram with four buckets for each power of two, so that a quantile is off by less than a
 * fifth. The buckets reach from 2<sup>10</sup> to 2<sup>37</sup>: a microsecond to two minutes in
 * nanoseconds, 1 KiB/s to 128 GiB/s; values beyond are counted in the first and the last one.
 * Thread-safe, striped; recording makes no garbage.
 */
final class LogHistogram {
  static final int LOWEST_BITS = 10;
  static final int HIGHEST_BITS = 37;

  /** Buckets of a power of two, in bits. */
  static final int FINE_BITS = 2;

  /** Buckets of the range, and one beyond it. */
  static final int BUCKETS = ((HIGHEST_BITS - LOWEST_BITS) << FINE_BITS) + 1;

  private final LongAdder[] counts = new LongAdder[BUCKETS];
  private final LongAdder sum = new LongAdder();

  LogHistogram() {
    Arrays.setAll(counts, unused -> new LongAdder());
  }

  /** Counts a value; below 0 it counts as 0. */
  void record(long value) {
    counts[bucket(value)].increment();
    sum.add(Math.max(0, value));
  }

  static int bucket(long value) {
    if (value < 1L << LOWEST_BITS) {
      return 0;
    }
    int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
    int fine = (int) (value >>> (bits - FINE_BITS)) & ((1 << FINE_BITS) - 1);
    return Math.min(BUCKETS - 1, ((bits - LOWEST_BITS) << FINE_BITS) + fine);
  }

  /** Values in each bucket. */
  List<Long> counts() {
    Long[] sums = new Long[BUCKETS];
    Arrays.setAll(sums, bucket -> counts[bucket].sum());
    return List.of(sums);
  }

  /** Sum of all values. */
  long sum() {
    return sum.sum();
  }
}
