package io.sendfile.operations.ended;

import io.sendfile.spi.Outcome;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A row as a line of text: {@code label=value}, separated by tabs, without empty values. In a line
 * of another version, a missing column is empty, and an unknown column is ignored.
 */
final class EndedLine {
  private final Map<EndedColumn, String> values = new EnumMap<>(EndedColumn.class);

  private EndedLine(String line) {
    for (String word : line.split("\t", -1)) {
      int end = word.indexOf('=');
      EndedColumn column = EndedColumn.of(word.substring(0, Math.max(0, end)));
      if (column != null) {
        values.put(column, unescaped(word.substring(end + 1)));
      }
    }
  }

  static String write(EndedTransfer row) {
    return write(row, Set.of());
  }

  /** A transfer in progress, as a line without an outcome. */
  static String writeInProgress(EndedTransfer lastKnown) {
    return write(lastKnown, Set.of(EndedColumn.OUTCOME));
  }

  /** Whether the line is of {@link #writeInProgress}. */
  static boolean isInProgress(String line) {
    return !line.contains("\t" + EndedColumn.OUTCOME.label() + '=');
  }

  private static String write(EndedTransfer row, Set<EndedColumn> without) {
    StringJoiner line = new StringJoiner("\t");
    for (EndedColumn column : EndedColumn.values()) {
      String value = column.full(row);
      if (!column.derived() && !value.isEmpty() && !without.contains(column)) {
        line.add(column.label() + '=' + escaped(value));
      }
    }
    return line.toString();
  }

  /**
   * Parses a line; one of a transfer in progress has the outcome {@link Outcome#SERVER_DIED}.
   *
   * @throws IllegalArgumentException for one that is not of this class
   */
  static EndedTransfer read(String line) {
    try {
      return new EndedLine(line).row();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("no time of an end: " + line, e);
    }
  }

  private EndedTransfer row() {
    return new EndedTransfer(
        Instant.parse(text(EndedColumn.TIME)),
        text(EndedColumn.ID),
        text(EndedColumn.DOWNLOAD_ID),
        text(EndedColumn.APPLICATION),
        text(EndedColumn.VIRTUAL_SERVER),
        text(EndedColumn.LISTENER),
        text(EndedColumn.FILE),
        text(EndedColumn.RANGE),
        Integer.parseInt(text(EndedColumn.STATUS)),
        text(EndedColumn.CLIENT),
        text(EndedColumn.IDENTITY),
        outcome(text(EndedColumn.OUTCOME)),
        text(EndedColumn.REASON),
        number(EndedColumn.BYTES),
        number(EndedColumn.TOTAL),
        Duration.ofMillis(number(EndedColumn.FIRST_BYTE)),
        Duration.ofMillis(number(EndedColumn.DURATION)));
  }

  private String text(EndedColumn column) {
    return values.getOrDefault(column, "");
  }

  private long number(EndedColumn column) {
    return Long.parseLong(text(column));
  }

  private static Outcome outcome(String label) {
    if (label.isEmpty()) {
      return Outcome.SERVER_DIED;
    }
    return Arrays.stream(Outcome.values())
        .filter(outcome -> outcome.label().equals(label))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException("no outcome of a transfer: " + label));
  }

  /** Without the characters that separate words and lines. */
  private static String escaped(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String unescaped(String value) {
    // Handles escapes of String literals, among them these four.
    return value.indexOf('\\') < 0 ? value : value.translateEscapes();
  }
}
