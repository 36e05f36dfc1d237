package io.sendfile.measure;

import io.sendfile.measure.Figures.Pacing;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Results of a measurement as rows of texts; unknown values are empty. */
final class MeasurementRows {
  static final String SETTING = "setting";
  static final String VALUE = "value";
  static final String IN_FORCE = "in-force";
  static final String ZERO_COPY = "zero-copy";
  static final String FILE_BYTES = "file-bytes";
  static final String CLIENTS = "clients";
  static final String PACE = "pace-bytes-per-second";
  static final String REQUESTS = "requests";
  static final String REQUEST_RATE = "requests-per-second";
  static final String BYTE_RATE = "bytes-per-second";
  static final String CPU_OF_REQUEST = "cpu-micros-per-request";
  static final String CPU_OF_GIGABYTE = "cpu-millis-per-gigabyte";
  static final String HEAP = "heap-bytes-per-request";
  static final String FIRST_BYTE = "first-byte-micros-p50";
  static final String FIRST_BYTE_P99 = "first-byte-micros-p99";
  static final String LOWEST_SHARE = "lowest-share-percent";
  static final String LONGEST_PAUSE = "longest-pause-millis-p99";
  static final String WORKERS_BUSY = "workers-busy";
  static final String BUFFER_BYTES = "buffer-bytes-high";
  static final String LOAD_AVERAGE = "load-average";
  static final String PROCESSORS_BUSY = "processors-busy";
  static final String PROCESSORS = "processors";
  static final String SECONDS = "seconds";
  static final String FAILURE = "failure";

  /** Keys of the figures of a round. */
  static final List<String> FIGURES =
      List.of(
          REQUESTS,
          SECONDS,
          REQUEST_RATE,
          BYTE_RATE,
          CPU_OF_REQUEST,
          CPU_OF_GIGABYTE,
          HEAP,
          FIRST_BYTE,
          FIRST_BYTE_P99,
          LOWEST_SHARE,
          LONGEST_PAUSE,
          WORKERS_BUSY,
          BUFFER_BYTES,
          LOAD_AVERAGE,
          PROCESSORS_BUSY);

  private MeasurementRows() {}

  /** One result, measured with the present number of processors. */
  static Map<String, String> row(Result result) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(SETTING, result.variant().kind().attribute());
    row.put(VALUE, result.variant().name());
    row.put(IN_FORCE, String.valueOf(result.inForce()));
    row.put(ZERO_COPY, String.valueOf(result.variant().kind().zeroCopy()));
    row.put(FILE_BYTES, String.valueOf(result.load().fileBytes()));
    row.put(CLIENTS, String.valueOf(result.load().clients()));
    row.put(PACE, String.valueOf(result.load().bytesPerSecond()));
    row.put(PROCESSORS, String.valueOf(Runtime.getRuntime().availableProcessors()));
    if (result instanceof Result.Measured measured) {
      putFigures(row, measured.figures());
      row.put(FAILURE, "");
    } else if (result instanceof Result.Failed failed) {
      row.put(FAILURE, failed.why());
    }
    return row;
  }

  private static void putFigures(Map<String, String> row, Figures figures) {
    row.put(SECONDS, text(Duration.ofNanos(figures.nanos()).toMillis() / 1e3, 3));
    row.put(BYTE_RATE, text(figures.bytesPerSecond(), 0));
    row.put(CPU_OF_GIGABYTE, text(figures.cpuMillisPerGigabyte(), 1));
    Pacing pacing = figures.pacing();
    if (pacing == null) {
      row.put(REQUESTS, String.valueOf(figures.requests()));
      row.put(REQUEST_RATE, text(figures.requestsPerSecond(), 1));
      row.put(CPU_OF_REQUEST, text(figures.cpuMicrosPerRequest(), 1));
      row.put(HEAP, text(figures.heapBytesPerRequest(), 0));
      row.put(FIRST_BYTE, text(figures.firstByteMedianNanos() / 1e3, 0));
      row.put(FIRST_BYTE_P99, text(figures.firstByteP99Nanos() / 1e3, 0));
    } else {
      row.put(LOWEST_SHARE, text(pacing.lowestShare() * 100, 1));
      row.put(LONGEST_PAUSE, text(pacing.longestPauseNanos() / 1e6, 0));
      row.put(WORKERS_BUSY, text(pacing.workersBusy(), 1));
      row.put(
          BUFFER_BYTES,
          pacing.bufferBytes().stream().mapToObj(String::valueOf).findAny().orElse(""));
    }
    row.put(LOAD_AVERAGE, text(figures.load().average(), 2));
    row.put(PROCESSORS_BUSY, text(figures.load().processors(), 2));
  }

  private static String text(OptionalDouble value, int decimals) {
    return value.isPresent() ? text(value.getAsDouble(), decimals) : "";
  }

  private static String text(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
