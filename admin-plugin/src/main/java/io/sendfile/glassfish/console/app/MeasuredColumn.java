package io.sendfile.glassfish.console.app;

import io.sendfile.measure.MeasuredFigure;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** A figure of {@code measure-sendfile}, formatted for the page. */
@SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
enum MeasuredColumn {
  REQUESTS("Requests", MeasuredFigure.REQUESTS, value -> whole(value) + "/s"),
  BYTES("Throughput", MeasuredFigure.MEGABYTES, value -> Text.bytes((long) value) + "/s"),
  CPU_OF_REQUEST("CPU per request", MeasuredFigure.CPU_OF_REQUEST, value -> whole(value) + " µs"),
  CPU_OF_GIGABYTE("CPU per GB", MeasuredFigure.CPU_OF_GIGABYTE, value -> whole(value) + " ms"),
  HEAP("Heap per request", MeasuredFigure.HEAP, value -> Text.bytes((long) value)),
  FIRST_BYTE("First byte, median", MeasuredFigure.FIRST_BYTE, MeasuredColumn::millis),
  FIRST_BYTE_P99("First byte, 99 %", MeasuredFigure.FIRST_BYTE_P99, MeasuredColumn::millis),
  LOWEST_SHARE("Lowest share of the pace", MeasuredFigure.LOWEST_SHARE, MeasuredColumn::percent),
  LONGEST_PAUSE("Longest pause, 99 %", MeasuredFigure.LONGEST_PAUSE, value -> whole(value) + " ms"),
  WORKERS_BUSY("Workers busy", MeasuredFigure.WORKERS_BUSY, MeasuredColumn::tenths),
  BUFFERS("Most in buffers", MeasuredFigure.BUFFERS, value -> Text.bytes((long) value));

  private final String label;
  private final MeasuredFigure figure;
  private final DoubleFunction<String> words;

  MeasuredColumn(String label, MeasuredFigure figure, DoubleFunction<String> words) {
    this.label = label;
    this.figure = figure;
    this.words = words;
  }

  /** The columns for clients that read at a pace. */
  static List<MeasuredColumn> paced() {
    return List.of(LOWEST_SHARE, LONGEST_PAUSE, BYTES, CPU_OF_GIGABYTE, WORKERS_BUSY, BUFFERS);
  }

  /** The columns for fast clients and a small file, or a large one. */
  static List<MeasuredColumn> fast(boolean small) {
    return List.of(
        small ? REQUESTS : BYTES,
        small ? CPU_OF_REQUEST : CPU_OF_GIGABYTE,
        HEAP,
        FIRST_BYTE,
        FIRST_BYTE_P99);
  }

  private static String whole(double value) {
    return String.format(Locale.ENGLISH, "%,.0f", value);
  }

  private static String percent(double value) {
    return tenths(value) + " %";
  }

  private static String tenths(double value) {
    return String.format(Locale.ENGLISH, "%.1f", value);
  }

  private static String millis(double micros) {
    return String.format(Locale.ENGLISH, micros < 10_000 ? "%.2f ms" : "%.0f ms", micros / 1000);
  }

  String label() {
    return label;
  }

  /** Key in a row of the command. */
  String key() {
    return figure.key();
  }

  /** The value as text. */
  String text(double value) {
    return words.apply(value);
  }

  /** The better of two. */
  double better(double one, double other) {
    return figure.moreIsBetter() ? Math.max(one, other) : Math.min(one, other);
  }

  /** Percentage of the best value; twice the cost is 50. */
  int share(double value, double best) {
    double part = figure.moreIsBetter() ? value / best : best / value;
    return Double.isFinite(part) ? (int) Math.round(100 * part) : 100;
  }
}
