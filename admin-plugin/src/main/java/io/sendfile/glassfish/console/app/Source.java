package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.glassfish.command.ServersCommand;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
import io.sendfile.spi.ProblemCode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Figures and rows of the server, instance or cluster that a page is about, by the commands that
 * administrators run. Rows are those of the commands. A failure is a line that begins with the name
 * of its server.
 *
 * @param commands runs a command on behalf of the administrator
 * @param target the target's name
 */
record Source(Function<CommandLine, CommandAnswer> commands, String target) {

  /**
   * Rows of a command.
   *
   * @param failures of the servers that did not respond
   */
  record Rows(List<Map<String, String>> rows, List<String> failures) {}

  /**
   * Present figures.
   *
   * @param since samples after it are wanted, milliseconds since the epoch
   */
  Live live(long since) {
    CommandAnswer answer =
        ask(CommandLine.of("_get-sendfile-live").with("since", Long.toString(since)));
    Map<String, LiveFigures> each = new TreeMap<>();
    try {
      for (Map<String, Object> row : answer.rows("live")) {
        LiveFigures.of(row)
            .ifPresent(figures -> each.put(Text.of(row.get(ServersCommand.INSTANCE)), figures));
      }
      return new Live(each, failures(answer));
    } catch (IllegalArgumentException e) {
      return new Live(Map.of(), unreadable(failures(answer), e));
    }
  }

  /**
   * Figures of the past.
   *
   * @param conditions on ended downloads, by option; none for those of all
   */
  Chart history(Span span, Map<String, String> conditions) {
    CommandLine line =
        CommandLine.of("list-sendfile-history").with(conditions).with(span.options());
    Rows answer = rows(line, "history");
    Map<String, List<Map<String, String>>> each =
        answer.rows().stream()
            .collect(Collectors.groupingBy(Source::instance, Collectors.toList()));
    return new Chart(
        together(each, HistoryRows::points),
        together(each, HistoryRows::highest),
        answer.rows(),
        marks(answer.rows(), areSeveral(answer.rows(), answer.failures().size())),
        answer.failures());
  }

  private static List<Point> together(
      Map<String, List<Map<String, String>>> each,
      Function<List<Map<String, String>>, List<Point>> points) {
    return Point.together(each.values().stream().map(points).toList(), 1, 0);
  }

  /** Whether rows are of several servers, or lack those of some that failed. */
  static boolean areSeveral(List<Map<String, String>> rows, int failed) {
    return rows.stream().map(Source::instance).distinct().count() + failed > 1;
  }

  /**
   * The marks among rows, in the order of time.
   *
   * @param several whether they are told apart by the names of their servers
   */
  static List<Mark> marks(List<Map<String, String>> rows, boolean several) {
    return rows.stream()
        .flatMap(
            row ->
                HistoryRows.marks(List.of(row)).stream()
                    .map(mark -> several ? mark.of(instance(row)) : mark))
        .sorted(Comparator.comparing(Mark::time))
        .toList();
  }

  private static String instance(Map<String, String> row) {
    return row.getOrDefault(ServersCommand.INSTANCE, "");
  }

  /** Problems. */
  Rows problems() {
    Rows all = rows(CommandLine.of("list-sendfile-problems"), "problems");
    // Failures are told already.
    return new Rows(
        all.rows().stream()
            .filter(row -> !ProblemCode.NO_ANSWER.label().equals(row.get("code")))
            .toList(),
        all.failures());
  }

  /** Running transfers. */
  Rows transfers() {
    return rows(CommandLine.of("list-sendfile-transfers"), "transfers");
  }

  /**
   * Groups of the last refusals, in the order of their last ones.
   *
   * @param conditions by option of the command
   */
  Rows refusals(Map<String, String> conditions) {
    CommandLine command =
        CommandLine.of("list-sendfile-refusals").with(conditions).with("group", "true");
    return byTime(rows(command, "refusals"));
  }

  /**
   * The last ended transfers, at most {@link PastView#MOST}, oldest first.
   *
   * @param conditions by option of the command
   */
  Rows ended(Map<String, String> conditions) {
    CommandLine command =
        CommandLine.of("list-sendfile-ended-transfers")
            .with(conditions)
            .with("limit", String.valueOf(PastView.MOST));
    Rows each = byTime(rows(command, "ended-transfers"));
    int surplus = Math.max(0, each.rows().size() - PastView.MOST);
    return new Rows(each.rows().subList(surplus, each.rows().size()), each.failures());
  }

  private Rows byTime(Rows answer) {
    Comparator<Map<String, String>> time =
        Comparator.comparing(row -> Instant.parse(row.getOrDefault("time", "")));
    try {
      return new Rows(answer.rows().stream().sorted(time).toList(), answer.failures());
    } catch (DateTimeException e) {
      return new Rows(List.of(), unreadable(answer.failures(), e));
    }
  }

  /** The failures, and that of a response in another form, as of another version of the module. */
  private List<String> unreadable(List<String> failures, RuntimeException e) {
    return Stream.concat(
            failures.stream(),
            Stream.of(target + ": its response cannot be read: " + e.getMessage()))
        .toList();
  }

  private CommandAnswer ask(CommandLine command) {
    return commands.apply(command.with("target", target));
  }

  private static List<String> failures(CommandAnswer answer) {
    return answer.hasRows()
        ? answer.failures()
        : answer.message().lines().map(String::strip).toList();
  }

  private Rows rows(CommandLine command, String name) {
    CommandAnswer answer = ask(command);
    return new Rows(answer.rows(name).stream().map(Text::each).toList(), failures(answer));
  }
}
