package io.sendfile.measure;

import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.glassfish.admin.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Measurements as tables for the console: variants of one setting, in one situation. */
final class MeasurementTable {
  private static final int KIBI = 1 << 10;

  private final Map<String, List<Map<String, String>>> servers;
  private final boolean several;

  private MeasurementTable(List<Map<String, String>> rows, boolean several) {
    this.servers =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    row -> of(row, RuntimeCommand.INSTANCE),
                    LinkedHashMap::new,
                    Collectors.toList()));
    this.several = several;
  }

  /**
   * All tables.
   *
   * @param rows one of each round
   * @param several whether there are rows of more than one server
   */
  static String text(List<Map<String, String>> rows, boolean several) {
    return new MeasurementTable(rows, several).text();
  }

  private String text() {
    StringJoiner parts = new StringJoiner("\n\n");
    for (Kind kind : Kind.values()) {
      for (Load load : kind.loads()) {
        List<Map<String, String>> cells = new ArrayList<>();
        servers.forEach((instance, rows) -> cells.addAll(cells(kind, load, rows)));
        if (!cells.isEmpty()) {
          parts.add(heading(kind, load) + new TextTable(cells).text());
        }
      }
    }
    StringJoiner failures = new StringJoiner("\n");
    StringJoiner closing = new StringJoiner("\n");
    servers.forEach(
        (instance, rows) -> {
          String from = several ? instance + ": " : "";
          failures(rows).forEach(failure -> failures.add(from + failure));
          new Conclusions(rows).sentences().forEach(conclusion -> closing.add(from + conclusion));
        });
    if (failures.length() > 0) {
      parts.add(failures.toString());
    }
    closing.add(
        "A quick look at this machine beside its present load, with clients in the server itself;"
            + " no benchmark.");
    closing.add(Conclusions.NOT_MEASURED);
    return parts.add(closing.toString()).toString();
  }

  private static String heading(Kind kind, Load load) {
    String clients =
        load.isPaced()
            ? load.clients() + " slow clients, " + load.bytesPerSecond() / KIBI + " KiB/s each"
            : load.clients() + " fast clients, " + load.fileBytes() / KIBI + " KiB";
    return clients
        + ", by "
        + kind.attribute()
        + (kind.zeroCopy() ? ", by zero-copy:\n" : ", without zero-copy:\n");
  }

  private List<Map<String, String>> cells(Kind kind, Load load, List<Map<String, String>> rows) {
    Conclusions conclusions = new Conclusions(rows);
    List<Map<String, String>> cells = new ArrayList<>();
    for (Map<String, String> row : conclusions.medians()) {
      if (isOf(row, kind, load)) {
        Map<String, String> line = new LinkedHashMap<>();
        if (several) {
          line.put(RuntimeCommand.INSTANCE, of(row, RuntimeCommand.INSTANCE));
        }
        line.put(kind.attribute(), of(row, MeasurementRows.VALUE));
        line.put("compared", compared(conclusions, row));
        MeasuredFigure.of(load).forEach(column -> line.put(column.heading(), column.value(row)));
        cells.add(line);
      }
    }
    return cells;
  }

  private static boolean isOf(Map<String, String> row, Kind kind, Load load) {
    return of(row, MeasurementRows.SETTING).equals(kind.attribute())
        && of(row, MeasurementRows.FILE_BYTES).equals(String.valueOf(load.fileBytes()));
  }

  private static String compared(Conclusions conclusions, Map<String, String> row) {
    return of(row, MeasurementRows.IN_FORCE).equals("true")
        ? MeasurementRows.IN_FORCE
        : conclusions.difference(row).text();
  }

  private static List<String> failures(List<Map<String, String>> rows) {
    return rows.stream()
        .filter(row -> !of(row, MeasurementRows.FAILURE).isEmpty())
        .map(
            row ->
                of(row, MeasurementRows.SETTING)
                    + " "
                    + of(row, MeasurementRows.VALUE)
                    + " was not measured: "
                    + of(row, MeasurementRows.FAILURE))
        .distinct()
        .toList();
  }

  private static String of(Map<String, String> row, String name) {
    return Objects.requireNonNullElse(row.get(name), "");
  }
}
