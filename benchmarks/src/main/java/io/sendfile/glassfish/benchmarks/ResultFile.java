package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A file of results, as {@code benchmarks/run-bench.sh} writes it.
 *
 * @param path of the file
 * @param tables in their order
 */
record ResultFile(Path path, List<Table> tables) {
  /**
   * One table; an absent field reads as NaN.
   *
   * @param title of the first column: the figure, with its unit
   * @param columns of the others
   * @param rows numbers by the first column
   */
  record Table(String title, List<String> columns, Map<String, List<Double>> rows) {
    double value(String row, String column) {
      int index = columns.indexOf(column);
      List<Double> fields = rows.getOrDefault(row, List.of());
      return index < 0 || index >= fields.size() ? Double.NaN : fields.get(index);
    }
  }

  /** The latest file of a table: names begin with the date. */
  static ResultFile newest(Path folder, String table) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("[-0-9]{10}-" + table + "\\.md"))
          .max(Path::compareTo)
          .map(ResultFile::read)
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      folder
                          + " has no results of the table "
                          + table
                          + ": benchmarks/run-bench.sh "
                          + table));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ResultFile read(Path file) {
    try {
      return new ResultFile(file, tables(Files.readAllLines(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first table whose title begins like that. */
  Table table(String title) {
    return tables.stream()
        .filter(table -> table.title.startsWith(title))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(path + " has no table '" + title + "…'"));
  }

  private static List<Table> tables(List<String> lines) {
    List<Table> tables = new ArrayList<>();
    for (int i = 0; i + 1 < lines.size(); i++) {
      if (lines.get(i + 1).startsWith("|---")) {
        List<String> head = fields(lines.get(i));
        tables.add(new Table(head.get(0), head.subList(1, head.size()), rows(lines, i + 2)));
      }
    }
    return tables;
  }

  private static Map<String, List<Double>> rows(List<String> lines, int first) {
    Map<String, List<Double>> rows = new LinkedHashMap<>();
    for (int i = first; i < lines.size() && lines.get(i).startsWith("|"); i++) {
      List<String> row = fields(lines.get(i));
      rows.put(row.get(0), row.stream().skip(1).map(ResultFile::number).toList());
    }
    return rows;
  }

  private static List<String> fields(String line) {
    return Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
  }

  private static double number(String field) {
    return field.equals("–") ? Double.NaN : Double.parseDouble(field);
  }
}
