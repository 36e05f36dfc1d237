package io.sendfile.glassfish.measurement;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Columns of the tables for the terminal. */
enum MeasurementColumn {
  REQUESTS("requests/s", MeasurementRows.REQUEST_RATE),
  MEGABYTES("MB/s", MeasurementRows.BYTE_RATE, 1e6),
  CPU_OF_REQUEST("cpu-micros/request", MeasurementRows.CPU_OF_REQUEST),
  CPU_OF_GIGABYTE("cpu-millis/GB", MeasurementRows.CPU_OF_GIGABYTE),
  HEAP("heap-bytes/request", MeasurementRows.HEAP),
  FIRST_BYTE(MeasurementRows.FIRST_BYTE, MeasurementRows.FIRST_BYTE),
  FIRST_BYTE_P99(MeasurementRows.FIRST_BYTE_P99, MeasurementRows.FIRST_BYTE_P99),
  LOWEST_SHARE("lowest-share-%", MeasurementRows.LOWEST_SHARE),
  LONGEST_PAUSE("pause-millis-p99", MeasurementRows.LONGEST_PAUSE),
  WORKERS_BUSY(MeasurementRows.WORKERS_BUSY, MeasurementRows.WORKERS_BUSY),
  BUFFERS("buffer-KiB", MeasurementRows.BUFFER_BYTES, 1 << 10);

  private static final String UNKNOWN = "-";

  private final String heading;
  private final String key;
  private final double unit;

  MeasurementColumn(String heading, String key) {
    this(heading, key, 1);
  }

  MeasurementColumn(String heading, String key, double unit) {
    this.heading = heading;
    this.key = key;
    this.unit = unit;
  }

  /** The columns of a situation. */
  static List<MeasurementColumn> of(Load load) {
    return load.isPaced()
        ? List.of(LOWEST_SHARE, LONGEST_PAUSE, MEGABYTES, CPU_OF_GIGABYTE, WORKERS_BUSY, BUFFERS)
        : List.of(
            REQUESTS, MEGABYTES, CPU_OF_REQUEST, CPU_OF_GIGABYTE, HEAP, FIRST_BYTE, FIRST_BYTE_P99);
  }

  /** Its heading. */
  String heading() {
    return heading;
  }

  /** The value in a row; a dash if it is unknown. */
  String value(Map<String, String> row) {
    String value = row.getOrDefault(key, "");
    if (value.isEmpty()) {
      return UNKNOWN;
    }
    return unit == 1 ? value : String.format(Locale.ROOT, "%.1f", Double.parseDouble(value) / unit);
  }
}
