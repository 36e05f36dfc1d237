package io.sendfile.core.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.LongBinaryOperator;

/**
 * Frequencies of values: nanoseconds, or bytes per second. Immutable.
 *
 * @param counts values in each bucket, those of {@link #upperBound}, not cumulative
 * @param sum of all values
 */
public record Distribution(List<Long> counts, long sum) {
  private static final List<Integer> PERCENTS = List.of(10, 50, 90, 95, 99, 100);

  /** No values. */
  public static final Distribution NONE =
      new Distribution(Collections.nCopies(LogHistogram.BUCKETS, 0L), 0);

  Distribution(LogHistogram histogram) {
    this(histogram.counts(), histogram.sum());
  }

  public Distribution {
    counts = List.copyOf(counts);
  }

  /** Number of values. */
  public long count() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /** The exclusive upper bound of a bucket; the last bucket has none. */
  public static long upperBound(int bucket) {
    int next = bucket + 1;
    int fine = 1 << LogHistogram.FINE_BITS;
    int bits = LogHistogram.LOWEST_BITS + (next >> LogHistogram.FINE_BITS);
    return (1L << bits) + (next & (fine - 1)) * (1L << (bits - LogHistogram.FINE_BITS));
  }

  /**
   * A quantile: the upper bound of its bucket, thus at most a quarter above the truth; 0 without
   * values.
   *
   * @param part from 0 to 1, e.g. 0.99
   */
  public long percentile(double part) {
    long wanted = (long) Math.ceil(count() * part);
    long seen = 0;
    for (int i = 0; i < counts.size(); i++) {
      seen += counts.get(i);
      if (seen > 0 && seen >= wanted) {
        return upperBound(i);
      }
    }
    return 0;
  }

  /**
   * The percentiles that JMX shows, by names such as {@code p99}.
   *
   * @param unit divides the values, e.g. 1000 for microseconds instead of nanoseconds
   */
  public Map<String, Long> percentiles(long unit) {
    Map<String, Long> percentiles = new LinkedHashMap<>();
    PERCENTS.forEach(percent -> percentiles.put("p" + percent, percentile(percent / 100.0) / unit));
    return percentiles;
  }

  /** About the smallest value: the lower bound of its bucket; 0 without values. */
  public long lowest() {
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i) > 0) {
        return i == 0 ? 0 : upperBound(i - 1);
      }
    }
    return 0;
  }

  /** About the largest value: the upper bound of its bucket; 0 without values. */
  public long highest() {
    return percentile(1);
  }

  /** The values of both. */
  public Distribution plus(Distribution other) {
    return other.equals(NONE) ? this : new Distribution(each(other, Long::sum), sum + other.sum);
  }

  /** The values without those of an earlier reading, or of a part. */
  public Distribution minus(Distribution other) {
    return new Distribution(each(other, (a, b) -> a - b), sum - other.sum);
  }

  private List<Long> each(Distribution other, LongBinaryOperator operator) {
    Long[] result = new Long[counts.size()];
    Arrays.setAll(result, i -> operator.applyAsLong(counts.get(i), other.counts.get(i)));
    return List.of(result);
  }

  /** Flat text, {@code sum bucket:count …}, for transport between servers. */
  public String text() {
    StringJoiner text = new StringJoiner(" ");
    text.add(Long.toString(sum));
    for (int bucket = 0; bucket < counts.size(); bucket++) {
      if (counts.get(bucket) != 0) {
        text.add(bucket + ":" + counts.get(bucket));
      }
    }
    return text.toString();
  }

  /**
   * Parses the {@link #text} of a distribution, perhaps of another version.
   *
   * @throws RuntimeException for a malformed number
   */
  public static Distribution parse(String text) {
    String[] parts = text.split(" ", -1);
    List<Long> counts = new ArrayList<>(NONE.counts());
    for (int i = 1; i < parts.length; i++) {
      String[] bucket = parts[i].split(":", 2);
      int index = Integer.parseInt(bucket[0]);
      // A bucket of a version with more buckets counts as the last one here.
      int last = Math.min(index, counts.size() - 1);
      counts.set(last, counts.get(last) + Long.parseLong(bucket[1]));
    }
    return new Distribution(counts, Long.parseLong(parts[0]));
  }
}
