package io.sendfile.glassfish.measurement;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;

/** The figures by which values are told apart, and the least differences that matter. */
enum ComparedFigure {
  REQUESTS(MeasurementRows.REQUEST_RATE, true, 0),
  CPU(MeasurementRows.CPU_OF_GIGABYTE, false, 0),
  HEAP(MeasurementRows.HEAP, false, 16 << 10),
  FIRST_BYTE(MeasurementRows.FIRST_BYTE_P99, false, 5_000),
  LOWEST_SHARE(MeasurementRows.LOWEST_SHARE, true, 0),
  LONGEST_PAUSE(MeasurementRows.LONGEST_PAUSE, false, 100),
  BUFFERS(MeasurementRows.BUFFER_BYTES, false, 1 << 20);

  /** Least difference of the means, as a part of the greater one. */
  private static final double LEAST_PART = 0.1;

  private final String key;
  private final boolean moreIsBetter;
  private final double least;

  ComparedFigure(String key, boolean moreIsBetter, double least) {
    this.key = key;
    this.moreIsBetter = moreIsBetter;
    this.least = least;
  }

  /**
   * Compares all rounds of a value with all rounds of the one in force. They differ if each round
   * of one exceeds each of the other, and their means differ by more than the least that matters. A
   * figure that is unknown makes no difference.
   */
  Difference of(List<Map<String, String>> value, List<Map<String, String>> inForce) {
    DoubleSummaryStatistics some = figures(value);
    DoubleSummaryStatistics others = figures(inForce);
    if (some.getCount() < value.size() || others.getCount() < inForce.size()) {
      return Difference.NONE;
    }
    if (exceeds(some, others)) {
      return moreIsBetter ? Difference.BETTER : Difference.WORSE;
    }
    if (exceeds(others, some)) {
      return moreIsBetter ? Difference.WORSE : Difference.BETTER;
    }
    return Difference.NONE;
  }

  private boolean exceeds(DoubleSummaryStatistics one, DoubleSummaryStatistics other) {
    double difference = one.getAverage() - other.getAverage();
    return one.getMin() > other.getMax()
        && difference > least
        && difference > LEAST_PART * one.getAverage();
  }

  private DoubleSummaryStatistics figures(List<Map<String, String>> rounds) {
    return rounds.stream()
        .map(row -> row.getOrDefault(key, ""))
        .filter(text -> !text.isEmpty())
        .mapToDouble(Double::parseDouble)
        .summaryStatistics();
  }
}
