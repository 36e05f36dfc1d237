package io.sendfile.glassfish.benchmarks;

import java.util.List;
import java.util.stream.IntStream;

/** Arithmetic of the tables. */
final class Statistics {
  private Statistics() {}

  /** NaN for no values; the mean of the middle two for an even count. */
  static double median(List<Double> values) {
    if (values.isEmpty()) {
      return Double.NaN;
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** The median of {@code values[i] / base[i]}: robust where the machine itself drifts. */
  static double medianRatio(List<Double> values, List<Double> base) {
    int rounds = Math.min(values.size(), base.size());
    return median(IntStream.range(0, rounds).mapToObj(i -> values.get(i) / base.get(i)).toList());
  }
}
