package io.sendfile.glassfish.console.app;

import io.sendfile.measure.Conclusions;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Values of one setting, measured in the same situation, side by side.
 *
 * @param title setting and situation
 * @param columns headings
 * @param lines one for each value
 */
public record Comparison(String title, List<String> columns, List<Line> lines)
    implements Serializable {
  private static final int SMALL = 16 << 10;

  /**
   * One value of the setting.
   *
   * @param setting its attribute
   * @param value its name
   * @param inForce whether it is in force
   * @param failure reason of a failed measurement; empty for a success
   * @param difference from the value in force, in words; empty for that itself
   * @param supported whether the evidence of all situations is for it
   * @param cells its figures, one for each column
   */
  public record Line(
      String setting,
      String value,
      boolean inForce,
      String failure,
      String difference,
      boolean supported,
      List<Cell> cells)
      implements Serializable {
    public Line {
      cells = List.copyOf(cells);
    }

    /** The view parameter of the configuration page for the value. */
    public String parameter() {
      return setting.equals("algorithm") ? setting : "bufferPolicy";
    }
  }

  /**
   * One figure.
   *
   * @param text in words; a dash if it is unknown
   * @param share percentage of the best one; 0 if it is unknown
   */
  public record Cell(String text, int share) implements Serializable {}

  public Comparison {
    columns = List.copyOf(columns);
    lines = List.copyOf(lines);
  }

  /** Builds the comparisons from these rows of {@code measure-sendfile}, each of one round. */
  static List<Comparison> of(List<Map<String, String>> rows) {
    Conclusions conclusions = new Conclusions(rows);
    Map<String, List<Map<String, String>>> groups = new LinkedHashMap<>();
    conclusions
        .medians()
        .forEach(row -> groups.computeIfAbsent(title(row), unused -> new ArrayList<>()).add(row));
    List<Comparison> all = new ArrayList<>();
    groups.forEach((title, group) -> all.add(of(title, group, conclusions)));
    return all;
  }

  /** The conclusions from these rows, and their limits, in sentences. */
  static List<String> conclusions(List<Map<String, String>> rows) {
    List<String> sentences = new ArrayList<>(new Conclusions(rows).sentences());
    if (!rows.isEmpty()) {
      sentences.add(Conclusions.NOT_MEASURED);
    }
    return sentences;
  }

  private static Comparison of(
      String title, List<Map<String, String>> rows, Conclusions conclusions) {
    boolean small = number(rows.get(0), "file-bytes").orElse(0) < SMALL;
    List<MeasuredColumn> columns =
        pace(rows.get(0)) > 0 ? MeasuredColumn.paced() : MeasuredColumn.fast(small);
    return new Comparison(
        title,
        columns.stream().map(MeasuredColumn::label).toList(),
        rows.stream().map(row -> line(row, rows, columns, conclusions)).toList());
  }

  private static String title(Map<String, String> row) {
    long kibibytes = (long) number(row, "file-bytes").orElse(0) >> 10;
    boolean zeroCopy = row.getOrDefault("zero-copy", "").equals("true");
    long pace = pace(row) >> 10;
    return row.getOrDefault("setting", "")
        + ": "
        + row.getOrDefault("clients", "")
        + (pace > 0
            ? " slow clients, " + pace + " KiB/s each,"
            : " fast clients, "
                + (kibibytes < 1024 ? kibibytes + " KiB" : (kibibytes >> 10) + " MiB"))
        + (zeroCopy ? " by zero-copy" : " without zero-copy");
  }

  private static long pace(Map<String, String> row) {
    return (long) number(row, "pace-bytes-per-second").orElse(0);
  }

  private static Line line(
      Map<String, String> row,
      List<Map<String, String>> all,
      List<MeasuredColumn> columns,
      Conclusions conclusions) {
    boolean inForce = row.getOrDefault("in-force", "").equals("true");
    return new Line(
        row.getOrDefault("setting", ""),
        row.getOrDefault("value", ""),
        inForce,
        row.getOrDefault("failure", ""),
        inForce ? "" : conclusions.difference(row).text(),
        conclusions.supports(row),
        columns.stream().map(column -> cell(column, row, all)).toList());
  }

  private static Cell cell(
      MeasuredColumn column, Map<String, String> row, List<Map<String, String>> all) {
    OptionalDouble value = number(row, column.key());
    if (value.isEmpty()) {
      return new Cell("–", 0);
    }
    double best =
        all.stream()
            .flatMapToDouble(each -> number(each, column.key()).stream())
            .reduce(value.getAsDouble(), column::better);
    return new Cell(column.text(value.getAsDouble()), column.share(value.getAsDouble(), best));
  }

  private static OptionalDouble number(Map<String, String> row, String key) {
    String text = row.getOrDefault(key, "");
    return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
  }
}
