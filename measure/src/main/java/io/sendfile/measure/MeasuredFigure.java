package io.sendfile.measure;

import io.sendfile.measure.Conclusions.Difference;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The figures of {@code measure-sendfile}: their columns in the tables for the terminal, and the
 * differences between two values that matter.
 */
public enum MeasuredFigure {
  REQUESTS("requests/s", MeasurementRows.REQUEST_RATE, Better.HIGH, 0),
  MEGABYTES("MB/s", MeasurementRows.BYTE_RATE, 1e6, Better.HIGH),
  CPU_OF_REQUEST("cpu-micros/request", MeasurementRows.CPU_OF_REQUEST, 1, Better.LOW),
  CPU_OF_GIGABYTE("cpu-millis/GB", MeasurementRows.CPU_OF_GIGABYTE, Better.LOW, 0),
  HEAP("heap-bytes/request", MeasurementRows.HEAP, Better.LOW, 16 << 10),
  FIRST_BYTE(MeasurementRows.FIRST_BYTE, MeasurementRows.FIRST_BYTE, 1, Better.LOW),
  FIRST_BYTE_P99(MeasurementRows.FIRST_BYTE_P99, MeasurementRows.FIRST_BYTE_P99, Better.LOW, 5_000),
  LOWEST_SHARE("lowest-share-%", MeasurementRows.LOWEST_SHARE, Better.HIGH, 0),
  LONGEST_PAUSE("pause-millis-p99", MeasurementRows.LONGEST_PAUSE, Better.LOW, 100),
  WORKERS_BUSY(MeasurementRows.WORKERS_BUSY, MeasurementRows.WORKERS_BUSY, 1, Better.LOW),
  BUFFERS("buffer-KiB", MeasurementRows.BUFFER_BYTES, 1 << 10, Better.LOW, 1 << 20);

  /** The better one of two numbers. */
  private enum Better {
    HIGH,
    LOW
  }

  private static final String UNKNOWN = "-";

  /** Least difference of the means, as a part of the greater one. */
  private static final double LEAST_PART = 0.1;

  private final String heading;
  private final String key;
  private final double unit;
  private final Better better;
  private final double least;

  /** A figure whose differences say nothing that another one does not say. */
  MeasuredFigure(String heading, String key, double unit, Better better) {
    this(heading, key, unit, better, Double.POSITIVE_INFINITY);
  }

  MeasuredFigure(String heading, String key, Better better, double least) {
    this(heading, key, 1, better, least);
  }

  /**
   * @param unit of the column, as a multiple of that of the row
   * @param least difference of two means that matters
   */
  MeasuredFigure(String heading, String key, double unit, Better better, double least) {
    this.heading = heading;
    this.key = key;
    this.unit = unit;
    this.better = better;
    this.least = least;
  }

  /** The columns of a situation. */
  static List<MeasuredFigure> of(Load load) {
    return load.isPaced()
        ? List.of(LOWEST_SHARE, LONGEST_PAUSE, MEGABYTES, CPU_OF_GIGABYTE, WORKERS_BUSY, BUFFERS)
        : List.of(
            REQUESTS, MEGABYTES, CPU_OF_REQUEST, CPU_OF_GIGABYTE, HEAP, FIRST_BYTE, FIRST_BYTE_P99);
  }

  /** Its heading. */
  String heading() {
    return heading;
  }

  /** Its key in a row. */
  public String key() {
    return key;
  }

  /** Whether a higher number is the better one. */
  public boolean moreIsBetter() {
    return better == Better.HIGH;
  }

  /** The value in a row; a dash if it is unknown. */
  String value(Map<String, String> row) {
    String value = row.getOrDefault(key, "");
    if (value.isEmpty()) {
      return UNKNOWN;
    }
    return unit == 1 ? value : String.format(Locale.ROOT, "%.1f", Double.parseDouble(value) / unit);
  }

  /**
   * Compares all rounds of a value with all rounds of the one in force. They differ if each round
   * of one exceeds each of the other, and their means differ by more than the least that matters. A
   * figure that is unknown makes no difference.
   */
  Difference compare(List<Map<String, String>> value, List<Map<String, String>> inForce) {
    DoubleSummaryStatistics some = figures(value);
    DoubleSummaryStatistics others = figures(inForce);
    if (some.getCount() < value.size() || others.getCount() < inForce.size()) {
      return Difference.NONE;
    }
    if (exceeds(some, others)) {
      return moreIsBetter() ? Difference.BETTER : Difference.WORSE;
    }
    if (exceeds(others, some)) {
      return moreIsBetter() ? Difference.WORSE : Difference.BETTER;
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
