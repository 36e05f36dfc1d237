package io.sendfile.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.LongStream;

/** The last samples, up to a number. For one thread. */
final class Samples {
  private static final int MOST = 1 << 16;
  private static final int FIRST = 1 << 10;

  private long[] values = new long[FIRST];
  private long added;

  void add(long value) {
    if (added == values.length && values.length < MOST) {
      values = Arrays.copyOf(values, 2 * values.length);
    }
    values[(int) (added++ % values.length)] = value;
  }

  private LongStream stream() {
    return Arrays.stream(values, 0, (int) Math.min(added, values.length));
  }

  /** All samples, sorted. */
  static long[] sorted(Collection<Samples> all) {
    return all.stream().flatMapToLong(Samples::stream).sorted().toArray();
  }

  /**
   * A quantile; 0 without samples.
   *
   * @param part from 0 to 1
   */
  static long percentile(long[] sorted, double part) {
    return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(sorted.length * part) - 1)];
  }
}
