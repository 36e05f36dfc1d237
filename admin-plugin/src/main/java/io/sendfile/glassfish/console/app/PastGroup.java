package io.sendfile.glassfish.console.app;

import io.sendfile.core.http.NodeAddress;
import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.glassfish.answers.TransferColumn;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.spi.Amounts;
import io.sendfile.spi.Outcome;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The downloads of a period with the same client, file or the like, and the refusals beside them.
 *
 * @param name the text that they have in common; empty where they have none
 * @param number of downloads that were let through
 * @param bytes that they sent
 * @param millis their time in all
 * @param incomplete number of those that ended before they were complete
 * @param refused number of refusals; {@value #UNKNOWN} where refusals do not have that text
 * @param keptOut number of downloads that limits of administrators ended, or refused
 * @param percent their share of the bytes of all groups
 */
public record PastGroup(
    String name,
    long number,
    long bytes,
    long millis,
    long incomplete,
    long refused,
    long keptOut,
    long percent) {
  /** In place of the outcome of downloads in progress. */
  private static final String RUNNING = "in progress";

  private static final long UNKNOWN = -1;
  private static final String NAME = "name";
  private static final String BYTES = EndedColumn.BYTES.label();
  private static final String NUMBER = "number";
  private static final String AVERAGE = EndedColumn.AVERAGE.label();
  private static final String INCOMPLETE = "incomplete";
  private static final String REFUSED = "refused";
  private static final String KEPT_OUT = Outcome.KEPT_OUT.label();
  private static final long SECOND = 1000;
  private static final long ALL = 100;

  /** A table of groups, that of the most bytes first. */
  static SortedTable<PastGroup> table(Supplier<List<PastGroup>> groups) {
    return new SortedTable<>(
        groups,
        PastGroup::value,
        PastGroup::name,
        Set.of(NAME, NUMBER, BYTES, AVERAGE, INCOMPLETE, REFUSED, KEPT_OUT),
        BYTES);
  }

  /** Rows of a command. */
  private static final class Sums {
    private long number;
    private long bytes;
    private long millis;
    private long incomplete;
    private long refused;
    private long keptOut;

    private void add(Map<String, String> row, long ended, long completed) {
      number += ended;
      bytes += number(row, BYTES);
      millis +=
          number(row, EndedColumn.DURATION.label())
              + SECOND * number(row, TransferColumn.SECONDS.label());
      incomplete += ended - completed;
      refused += number(row, REFUSED);
    }
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
    Map<String, Sums> sums = new LinkedHashMap<>();
    for (Map<String, String> row : ended) {
      String outcome = row.getOrDefault(EndedColumn.OUTCOME.label(), "");
      long kept = outcome.equals(KEPT_OUT) ? 1 : 0;
      sums(sums, row, by).keptOut += kept;
      sums(sums, row, by).add(row, 1 - kept, outcome.equals(Outcome.COMPLETED.label()) ? 1 : 0);
    }
    for (Map<String, String> row : running) {
      String name = by.equals(EndedColumn.OUTCOME.label()) ? RUNNING : PastRow.condition(row, by);
      sums.computeIfAbsent(name, any -> new Sums()).add(row, 1, 1);
    }
    String column = by.equals("root") ? EndedColumn.FILE.label() : by;
    boolean refuses = refusals.stream().anyMatch(row -> row.containsKey(column));
    if (refuses) {
      for (Map<String, String> row : refusals) {
        boolean kept = PastRow.isKeptOut(row);
        sums(sums, row, by).refused += kept ? 0 : number(row, NUMBER);
        sums(sums, row, by).keptOut += kept ? number(row, NUMBER) : 0;
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
    Map<String, Sums> sums = new LinkedHashMap<>();
    HistoryRows.of(type, rows)
        .forEach(
            row -> {
              long ended =
                  Arrays.stream(Outcome.values())
                      .filter(each -> each != Outcome.KEPT_OUT)
                      .mapToLong(each -> number(row, each.label()))
                      .sum();
              long completed = number(row, Outcome.COMPLETED.label());
              sums(sums, row, HistoryRows.NAME).add(row, ended, completed);
              sums(sums, row, HistoryRows.NAME).keptOut += number(row, KEPT_OUT);
            });
    return of(sums, true);
  }

  private static List<PastGroup> of(Map<String, Sums> sums, boolean refuses) {
    long all = Math.max(1, sums.values().stream().mapToLong(each -> each.bytes).sum());
    return sums.entrySet().stream()
        .map(each -> of(each.getKey(), each.getValue(), refuses, all))
        .toList();
  }

  private static PastGroup of(String name, Sums of, boolean refuses, long all) {
    long refused = refuses ? of.refused : UNKNOWN;
    long percent = ALL * of.bytes / all;
    return new PastGroup(
        name, of.number, of.bytes, of.millis, of.incomplete, refused, of.keptOut, percent);
  }

  private static Sums sums(Map<String, Sums> sums, Map<String, String> row, String by) {
    return sums.computeIfAbsent(PastRow.condition(row, by), name -> new Sums());
  }

  private static long number(Map<String, String> row, String column) {
    return Long.parseLong(row.getOrDefault(column, "0"));
  }

  private Object value(String column) {
    return switch (column) {
      case NAME -> name;
      case NUMBER -> number;
      case INCOMPLETE -> incomplete;
      case REFUSED -> refused;
      default -> column.equals(KEPT_OUT) ? keptOut : column.equals(BYTES) ? bytes : average();
    };
  }

  /** Bytes per second of one of its downloads, on average. */
  private long average() {
    return millis == 0 ? 0 : bytes * SECOND / millis;
  }

  /** Whether a condition can choose it. */
  public boolean leads() {
    return !Set.of("", "(others)", RUNNING).contains(name);
  }

  /** The name with nothing hidden in it. */
  public String text() {
    return Text.line(NodeAddress.brief(name));
  }

  /** The value of a column in words. */
  public String text(String column) {
    return switch (column) {
      case NAME -> text();
      case NUMBER -> Text.count(number);
      case INCOMPLETE -> Text.count(incomplete);
      case REFUSED -> refused == UNKNOWN ? "–" : Text.count(refused);
      default ->
          column.equals(KEPT_OUT)
              ? Text.count(keptOut)
              : column.equals(BYTES)
                  ? Amounts.bytes(bytes)
                  : millis == 0 ? "–" : Amounts.bytes(average()) + "/s";
    };
  }
}
