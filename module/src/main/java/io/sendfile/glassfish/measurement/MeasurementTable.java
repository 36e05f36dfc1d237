package io.sendfile.glassfish.measurement;

import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.glassfish.admin.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/** Measurements as tables for the console: variants of one setting, with one file, side by side. */
final class MeasurementTable {
  private static final String UNKNOWN = "-";
  private static final double MEGA = 1e6;
  private static final int KIBI = 1 << 10;

  private final List<Map<String, String>> rows;
  private final boolean several;

  private MeasurementTable(List<Map<String, String>> rows, boolean several) {
    this.rows = rows;
    this.several = several;
  }

  /**
   * All tables.
   *
   * @param several whether there are rows of more than one server
   */
  static String text(List<Map<String, String>> rows, boolean several) {
    return new MeasurementTable(rows, several).text();
  }

  private String text() {
    StringJoiner parts = new StringJoiner("\n\n");
    for (Kind kind : Kind.values()) {
      for (MeasuredFile load : kind.loads()) {
        List<Map<String, String>> those =
            rows.stream().filter(row -> isOf(row, kind, load)).toList();
        if (!those.isEmpty()) {
          parts.add(heading(kind, load) + new TextTable(cells(kind, those)).text());
        }
      }
    }
    rows.stream()
        .filter(row -> !of(row, MeasurementRows.FAILURE).isEmpty())
        .forEach(row -> parts.add(failure(row)));
    return parts.add(caution()).toString();
  }

  private static boolean isOf(Map<String, String> row, Kind kind, MeasuredFile load) {
    return of(row, MeasurementRows.SETTING).equals(kind.attribute())
        && of(row, MeasurementRows.FILE_BYTES).equals(String.valueOf(load.bytes()));
  }

  private static String heading(Kind kind, MeasuredFile load) {
    return (load.bytes() / KIBI)
        + " KiB by "
        + kind.attribute()
        + (kind.zeroCopy() ? ", by zero-copy:\n" : ", without zero-copy:\n");
  }

  private List<Map<String, String>> cells(Kind kind, List<Map<String, String>> those) {
    List<Map<String, String>> cells = new ArrayList<>();
    for (Map<String, String> row : those) {
      Map<String, String> line = new LinkedHashMap<>();
      if (several) {
        line.put(RuntimeCommand.INSTANCE, of(row, RuntimeCommand.INSTANCE));
      }
      line.put(kind.attribute(), of(row, MeasurementRows.VALUE));
      line.put(
          MeasurementRows.IN_FORCE, of(row, MeasurementRows.IN_FORCE).equals("true") ? "yes" : "");
      line.put("requests/s", figure(row, MeasurementRows.REQUEST_RATE));
      line.put("MB/s", megabytes(row));
      line.put("cpu-micros/request", figure(row, MeasurementRows.CPU_OF_REQUEST));
      line.put("cpu-millis/GB", figure(row, MeasurementRows.CPU_OF_GIGABYTE));
      line.put("heap-bytes/request", figure(row, MeasurementRows.HEAP));
      line.put(MeasurementRows.FIRST_BYTE, figure(row, MeasurementRows.FIRST_BYTE));
      line.put(MeasurementRows.FIRST_BYTE_P99, figure(row, MeasurementRows.FIRST_BYTE_P99));
      cells.add(line);
    }
    return cells;
  }

  private static String megabytes(Map<String, String> row) {
    String bytes = of(row, MeasurementRows.BYTE_RATE);
    return bytes.isEmpty()
        ? UNKNOWN
        : String.format(Locale.ROOT, "%.1f", Double.parseDouble(bytes) / MEGA);
  }

  private static String figure(Map<String, String> row, String name) {
    String value = of(row, name);
    return value.isEmpty() ? UNKNOWN : value;
  }

  private static String of(Map<String, String> row, String name) {
    return Objects.requireNonNullElse(row.get(name), "");
  }

  private String failure(Map<String, String> row) {
    return (several ? of(row, RuntimeCommand.INSTANCE) + ": " : "")
        + of(row, MeasurementRows.SETTING)
        + " "
        + of(row, MeasurementRows.VALUE)
        + " was not measured: "
        + of(row, MeasurementRows.FAILURE);
  }

  private String caution() {
    StringJoiner sentences = new StringJoiner("\n");
    sentences.add(
        "A quick look at this machine beside its present load, with clients in the server itself;"
            + " no benchmark. Measure again before you believe a difference.");
    Map<String, MachineBusy> machines = new LinkedHashMap<>();
    rows.forEach(
        row ->
            machines
                .computeIfAbsent(of(row, RuntimeCommand.INSTANCE), unused -> new MachineBusy())
                .add(row));
    machines.forEach(
        (instance, busy) ->
            busy.sentence().ifPresent(s -> sentences.add((several ? instance + ": " : "") + s)));
    return sentences.toString();
  }
}
