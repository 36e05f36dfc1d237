package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.TransferColumn;
import io.sendfile.spi.Amounts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The running transfers with the same client, root or the like, and their sums.
 *
 * @param name the text that they have in common, empty where they have none
 * @param word the word of a filter that leaves only them
 */
public record TransferGroup(String name, String word, List<TransferRow> rows) {
  private static final String NAME = "name";
  private static final String NUMBER = "number";
  private static final String RATE = "rate";
  private static final String SLOWEST = "slowest";
  private static final String BYTES = "bytes";
  private static final String LEFT = "left";

  /** A table of groups, the fastest first. */
  static SortedTable<TransferGroup> table(Supplier<List<TransferGroup>> groups) {
    return new SortedTable<>(
        groups,
        TransferGroup::value,
        TransferGroup::name,
        Set.of(NAME, NUMBER, RATE, SLOWEST, BYTES, LEFT),
        RATE);
  }

  private Object value(String column) {
    return switch (column) {
      case NAME -> name;
      case NUMBER -> (long) number();
      case SLOWEST -> least();
      case BYTES -> sum(TransferColumn.BYTES);
      case LEFT -> sum(TransferColumn.TOTAL) - sum(TransferColumn.BYTES);
      default -> sum(TransferColumn.RATE);
    };
  }

  /** The groups of rows by the first text of a condition, by name. */
  static List<TransferGroup> of(TextCondition condition, List<TransferRow> rows) {
    Map<String, List<TransferRow>> byName =
        rows.stream()
            .collect(Collectors.groupingBy(row -> condition.texts(row).findFirst().orElse("")));
    return byName.entrySet().stream()
        .map(
            each ->
                new TransferGroup(
                    each.getKey(), TransferFilter.word(condition, each.getKey()), each.getValue()))
        .sorted(Comparator.comparing(TransferGroup::name, ClientOrder.BY_NUMBER))
        .toList();
  }

  /** Number of transfers. */
  public int number() {
    return rows.size();
  }

  private long sum(TransferColumn column) {
    return rows.stream().mapToLong(row -> row.number(column)).sum();
  }

  /** Sum of their rates, like {@code 1.2 MB/s}. */
  public String rate() {
    return Amounts.bytes(sum(TransferColumn.RATE)) + "/s";
  }

  /** Bytes sent, like {@code 1.2 MB}. */
  public String bytes() {
    return Amounts.bytes(sum(TransferColumn.BYTES));
  }

  /** Bytes in all. */
  public String total() {
    return Amounts.bytes(sum(TransferColumn.TOTAL));
  }

  /** Bytes left. */
  public String left() {
    return Amounts.bytes(sum(TransferColumn.TOTAL) - sum(TransferColumn.BYTES));
  }

  private long least() {
    return rows.stream().mapToLong(row -> row.number(TransferColumn.RATE)).min().orElse(0);
  }

  /** The least of their rates. */
  public String slowest() {
    return Amounts.bytes(least()) + "/s";
  }

  /** Their most frequent verdict. */
  public String verdict() {
    return rows.stream()
        .map(row -> row.text(TransferColumn.VERDICT))
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .orElse("");
  }
}
