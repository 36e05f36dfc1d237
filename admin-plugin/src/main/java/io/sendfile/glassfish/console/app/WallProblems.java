package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.admin.RuntimeCommand;
import io.sendfile.spi.Problem.Code;
import io.sendfile.spi.Problem.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Problems as a wall may show them. Only texts that the module makes of numbers and names of roots
 * and settings are shown; others may have paths, values or messages in them, and are counted.
 * Notices, with which all is served, are for the console.
 */
final class WallProblems {
  private static final Set<Code> SHOWN =
      Set.of(
          Code.STOPPING,
          Code.NO_ROOT,
          Code.ROOT,
          Code.REFUSED,
          Code.REFUSALS_RISE,
          Code.STALLS,
          Code.FAILED,
          Code.WAITING,
          Code.LIMIT);

  /** The others, by their codes. */
  private static final Map<Code, String> WORDS =
      Map.of(
          Code.SETTINGS, "settings",
          Code.PLUG_IN, "plug-ins",
          Code.PLUG_IN_FAILS, "plug-ins",
          Code.STORE, "stores",
          Code.RECORDS, "records of downloads");

  private WallProblems() {}

  /** A problem as text. */
  record Line(String severity, String text) {}

  /**
   * The lines, silent servers first.
   *
   * @param rows of {@code list-sendfile-problems}, the worst of each server first
   * @param silent number of servers that did not respond
   */
  static List<Line> of(List<Map<String, String>> rows, int silent) {
    List<Line> lines = new ArrayList<>();
    if (silent > 0) {
      lines.add(
          new Line(
              Severity.ERROR.label(),
              silent == 1 ? "A server does not answer" : silent + " servers do not answer"));
    }
    List<Map<String, String>> grave =
        rows.stream().filter(row -> !Severity.NOTICE.label().equals(row.get("severity"))).toList();
    grave.stream().filter(WallProblems::isShown).map(WallProblems::line).forEach(lines::add);
    grave.stream()
        .filter(row -> !isShown(row))
        .collect(
            Collectors.groupingBy(
                row -> code(row).map(WORDS::get).orElse("parts of the module"),
                LinkedHashMap::new,
                Collectors.toList()))
        .forEach((words, some) -> lines.add(counted(words, some)));
    return lines;
  }

  private static boolean isShown(Map<String, String> row) {
    return code(row).filter(SHOWN::contains).isPresent();
  }

  private static Optional<Code> code(Map<String, String> row) {
    return Code.of(row.getOrDefault("code", ""));
  }

  private static Line line(Map<String, String> row) {
    String text =
        Stream.of(RuntimeCommand.INSTANCE, "subject", "problem")
            .map(column -> row.getOrDefault(column, ""))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(": "));
    return new Line(row.getOrDefault("severity", ""), Text.plain(text));
  }

  private static Line counted(String words, List<Map<String, String>> rows) {
    String number = rows.size() == 1 ? "1 problem" : rows.size() + " problems";
    return new Line(rows.get(0).getOrDefault("severity", ""), number + " of " + words);
  }
}
