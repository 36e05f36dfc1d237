package io.sendfile.glassfish.console.app;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** A figure of {@code measure-sendfile}, formatted for the page. */
@SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
enum MeasuredColumn {
  REQUESTS("Requests", "requests-per-second", true, value -> whole(value) + "/s"),
  BYTES("Throughput", "bytes-per-second", true, value -> Text.bytes((long) value) + "/s"),
  CPU_OF_REQUEST("CPU per request", "cpu-micros-per-request", false, value -> whole(value) + " µs"),
  CPU_OF_GIGABYTE("CPU per GB", "cpu-millis-per-gigabyte", false, value -> whole(value) + " ms"),
  HEAP("Heap per request", "heap-bytes-per-request", false, value -> Text.bytes((long) value)),
  FIRST_BYTE("First byte, median", "first-byte-micros-p50", false, MeasuredColumn::millis),
  FIRST_BYTE_P99("First byte, 99 %", "first-byte-micros-p99", false, MeasuredColumn::millis),
  LOWEST_SHARE("Lowest share of the pace", "lowest-share-percent", true, MeasuredColumn::percent),
  LONGEST_PAUSE(
      "Longest pause, 99 %", "longest-pause-millis-p99", false, value -> whole(value) + " ms"),
  WORKERS_BUSY("Workers busy", "workers-busy", false, MeasuredColumn::tenths),
  BUFFERS("Most in buffers", "buffer-bytes-high", false, value -> Text.bytes((long) value));

  private final String label;
  private final String key;
  private final boolean moreIsBetter;
  private final DoubleFunction<String> words;

  MeasuredColumn(String label, String key, boolean moreIsBetter, DoubleFunction<String> words) {
    this.label = label;
    this.key = key;
    this.moreIsBetter = moreIsBetter;
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
    return key;
  }

  /** The value as text. */
  String text(double value) {
    return words.apply(value);
  }

  /** The better of two. */
  double better(double one, double other) {
    return moreIsBetter ? Math.max(one, other) : Math.min(one, other);
  }

  /** Percentage of the best value; twice the cost is 50. */
  int share(double value, double best) {
    double part = moreIsBetter ? value / best : best / value;
    return Double.isFinite(part) ? (int) Math.round(100 * part) : 100;
  }
}
