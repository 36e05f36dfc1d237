package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.TransferColumn;
import io.sendfile.glassfish.command.ServersCommand;
import io.sendfile.spi.Amounts;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A running transfer in the table. Texts are made on demand: for the rows of one page out of a
 * thousand. Rates are bytes per second.
 *
 * @param full values with all their digits, by label, as {@code list-sendfile-transfers} has them
 */
public record TransferRow(Map<String, String> full) {
  private static final Map<String, TransferColumn> COLUMNS =
      Arrays.stream(TransferColumn.values())
          .collect(Collectors.toUnmodifiableMap(TransferColumn::label, column -> column));

  private static final List<TransferColumn> SEARCHED =
      List.of(
          TransferColumn.FILE,
          TransferColumn.ID,
          TransferColumn.DOWNLOAD_ID,
          TransferColumn.CLIENT,
          TransferColumn.IDENTITY,
          TransferColumn.APPLICATION,
          TransferColumn.VERDICT);

  /** Parts of its time. */
  private static final List<TransferColumn> SHARES =
      List.of(
          TransferColumn.FOR_PLACE,
          TransferColumn.FOR_WORKER,
          TransferColumn.SENDING,
          TransferColumn.FOR_CLIENT,
          TransferColumn.FOR_RATE,
          TransferColumn.FOR_DISK);

  /** A table of rows, the oldest first. */
  static SortedTable<TransferRow> table(Supplier<List<TransferRow>> rows) {
    return new SortedTable<>(
        rows,
        (row, column) -> row.value(column(column)),
        TransferRow::id,
        TransfersView.SORTED,
        TransferColumn.SECONDS.label());
  }

  /** The name of the server that sends it. */
  public String server() {
    return full.getOrDefault(ServersCommand.INSTANCE, "");
  }

  /**
   * The column of a label.
   *
   * @throws IllegalArgumentException if there is none
   */
  static TransferColumn column(String label) {
    TransferColumn column = COLUMNS.get(label);
    if (column == null) {
      throw new IllegalArgumentException("There is no column " + label);
    }
    return column;
  }

  /** The value of a column. */
  Object value(TransferColumn column) {
    return column.value(full(column));
  }

  /** A value with all its characters, for commands. */
  public String whole(String column) {
    return full(column(column));
  }

  private String full(TransferColumn column) {
    return full.getOrDefault(column.label(), "");
  }

  /** The number in a column; 0 without one. */
  long number(TransferColumn column) {
    return value(column) instanceof Number number ? number.longValue() : 0;
  }

  /**
   * The value of a column in short form, like {@code 1.2 MB/s}.
   *
   * @param column its label, like {@code rate}
   */
  public String text(String column) {
    return text(column(column));
  }

  /** The value of a column in short form. */
  String text(TransferColumn column) {
    return Text.line(column.brief(full(column)));
  }

  /** Its own id. */
  public String id() {
    return text(TransferColumn.ID);
  }

  /**
   * Client, its name, ids and application, like {@code to 192.0.2.7 · 5f3a9c01-1a · order-7 ·
   * shop}.
   */
  public String about() {
    return Stream.of(
            "to " + text(TransferColumn.CLIENT),
            text(TransferColumn.IDENTITY),
            id(),
            text(TransferColumn.DOWNLOAD_ID),
            text(TransferColumn.APPLICATION))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  /** Names of the limits of administrators that concern it. */
  public List<String> limits() {
    return Arrays.stream(full(TransferColumn.LIMITS).split(","))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** The part that was sent, in words. */
  public String done() {
    return Amounts.share(number(TransferColumn.BYTES), number(TransferColumn.TOTAL));
  }

  /** Rate limit of its own, 0 = none. */
  public long limit() {
    return number(TransferColumn.LIMIT);
  }

  /**
   * Largest shares of its time, as {@code client 93 %, sending 7 %}; while it is new its state, or
   * nothing where a limit is the reason.
   */
  public String shares() {
    String shares =
        SHARES.stream()
            .filter(column -> number(column) > 0)
            .sorted(Comparator.comparing(this::number).reversed())
            .limit(2)
            .map(column -> column.label().replaceFirst("^for-", "") + " " + number(column) + " %")
            .collect(Collectors.joining(", "));
    String wait = text(TransferColumn.WAITS_FOR);
    String state = wait.isEmpty() ? "sending" : "waits for " + wait;
    boolean isHeld = text(TransferColumn.VERDICT).startsWith("limited by ");
    return shares.isEmpty() && !isHeld ? state : shares;
  }

  /** Whether a text of its identification fits. */
  boolean matches(Predicate<String> wanted) {
    return SEARCHED.stream().map(this::text).anyMatch(wanted);
  }
}
