package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.glassfish.answers.TransferColumn;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.spi.Amounts;
import io.sendfile.spi.Outcome;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The downloads of a period with the same client, file or the like, and the refusals beside them.
 *
 * @param name the text that they have in common; empty where they have none
 * @param numbers by column; {@value #UNKNOWN} where refusals do not have that text, and where
 *     nothing has an average
 */
public record PastGroup(String name, Map<String, Long> numbers) {
  /** In place of the outcome of downloads in progress. */
  private static final String RUNNING = "in progress";

  private static final long UNKNOWN = -1;
  private static final String NAME = "name";
  private static final String BYTES = EndedColumn.BYTES.label();
  private static final String NUMBER = "number";
  private static final String AVERAGE = EndedColumn.AVERAGE.label();

  /** The bytes of all groups. */
  private static final String WHOLE = "whole";

  /** Downloads that ended before they were complete. */
  private static final String INCOMPLETE = "incomplete";

  /** Hand-offs refused, except by limits of administrators. */
  private static final String REFUSED = "refused";

  /** Hand-offs that these refused. */
  private static final String KEPT_OUT = "kept-out";

  /** Their time in all. */
  private static final String MILLIS = EndedColumn.DURATION.label();

  private static final long SECOND = 1000;

  /** A table of groups, that of the most bytes first. */
  static SortedTable<PastGroup> table(Supplier<List<PastGroup>> groups) {
    return new SortedTable<>(
        groups,
        PastGroup::value,
        PastGroup::name,
        Set.of(NAME, NUMBER, BYTES, AVERAGE, INCOMPLETE, REFUSED, KEPT_OUT),
        BYTES);
  }

  /**
   * The groups of downloads, and of refusals where these have such a text.
   *
   * @param by the condition that a group has in common
   * @param refusals groups of refusals that are chosen by the same conditions; none if they are not
   */
  static List<PastGroup> of(
      String by,
      List<Map<String, String>> ended,
      List<Map<String, String>> running,
      List<Map<String, String>> refusals) {
    Map<String, Map<String, Long>> sums = new LinkedHashMap<>();
    for (Map<String, String> row : ended) {
      boolean whole = Outcome.COMPLETED.label().equals(row.get(EndedColumn.OUTCOME.label()));
      addDownloads(sums(sums, PastRow.condition(row, by)), row, 1, whole ? 1 : 0);
    }
    for (Map<String, String> row : running) {
      String name = by.equals(EndedColumn.OUTCOME.label()) ? RUNNING : PastRow.condition(row, by);
      addDownloads(sums(sums, name), row, 1, 1);
    }
    // The root of a refusal is in its file, and its reason is not that of a download.
    String column = Map.of("root", "file", "reason", "").getOrDefault(by, by);
    boolean refuses = refusals.stream().anyMatch(row -> row.containsKey(column));
    if (refuses) {
      for (Map<String, String> row : refusals) {
        String refused = PastRow.isKeptOut(row) ? KEPT_OUT : REFUSED;
        add(sums(sums, PastRow.condition(row, by)), refused, number(row, NUMBER));
      }
    }
    return of(sums, refuses);
  }

  /**
   * The same by the history of applications and roots.
   *
   * @param rows of the history, of any type
   */
  static List<PastGroup> parts(String type, List<Map<String, String>> rows) {
    Map<String, Map<String, Long>> sums = new LinkedHashMap<>();
    HistoryRows.of(type, rows)
        .forEach(
            row -> {
              Map<String, Long> its = sums(sums, row.getOrDefault(HistoryRows.NAME, ""));
              long ended =
                  Arrays.stream(Outcome.values())
                      .mapToLong(each -> number(row, each.label()))
                      .sum();
              addDownloads(its, row, ended, number(row, Outcome.COMPLETED.label()));
              add(its, REFUSED, number(row, REFUSED));
              add(its, KEPT_OUT, number(row, KEPT_OUT));
            });
    return of(sums, true);
  }

  private static Map<String, Long> sums(Map<String, Map<String, Long>> sums, String name) {
    return sums.computeIfAbsent(name, any -> new HashMap<>());
  }

  private static void addDownloads(
      Map<String, Long> sums, Map<String, String> row, long ended, long completed) {
    add(sums, NUMBER, ended);
    add(sums, INCOMPLETE, ended - completed);
    add(sums, BYTES, number(row, BYTES));
    add(sums, MILLIS, number(row, MILLIS) + SECOND * number(row, TransferColumn.SECONDS.label()));
  }

  private static void add(Map<String, Long> sums, String column, long number) {
    sums.merge(column, number, Long::sum);
  }

  private static List<PastGroup> of(Map<String, Map<String, Long>> sums, boolean refuses) {
    List<PastGroup> groups =
        sums.entrySet().stream().map(one -> new PastGroup(one.getKey(), one.getValue())).toList();
    long all = groups.stream().mapToLong(one -> one.number(BYTES)).sum();
    for (PastGroup each : groups) {
      long millis = each.number(MILLIS);
      each.numbers.put(WHOLE, all);
      each.numbers.put(AVERAGE, millis == 0 ? UNKNOWN : each.number(BYTES) * SECOND / millis);
      if (!refuses) {
        each.numbers.putAll(Map.of(REFUSED, UNKNOWN, KEPT_OUT, UNKNOWN));
      }
    }
    return groups;
  }

  private static long number(Map<String, String> row, String column) {
    return Long.parseLong(row.getOrDefault(column, "0"));
  }

  /** The number in a column. */
  public long number(String column) {
    return numbers.getOrDefault(column, 0L);
  }

  private Object value(String column) {
    return column.equals(NAME) ? name : (Object) number(column);
  }

  /** Its share of the bytes of all groups, in words. */
  public String share() {
    return Amounts.share(number(BYTES), number(WHOLE));
  }

  /** Whether a condition can choose it. */
  public boolean leads() {
    return !Set.of("", "(others)", RUNNING).contains(name);
  }

  /** The value of a column in words. */
  public String text(String column) {
    if (column.equals(NAME)) {
      return Text.line(name);
    }
    long number = number(column);
    if (number == UNKNOWN) {
      return "–";
    }
    String bytes = Amounts.bytes(number);
    return column.equals(BYTES)
        ? bytes
        : column.equals(AVERAGE) ? bytes + "/s" : Text.count(number);
  }
}
