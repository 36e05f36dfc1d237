package io.sendfile.operations.ended;

import io.sendfile.operations.journal.KeptRows.Form;
import io.sendfile.operations.journal.Words;
import io.sendfile.spi.Outcome;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ended transfers as lines; one in progress is a line without an outcome. In a line of another
 * version, a missing column is empty, and an unknown column is ignored.
 */
final class EndedForm implements Form<EndedTransfer> {
  @Override
  public Outcome kind(EndedTransfer row) {
    return row.outcome();
  }

  @Override
  public String id(EndedTransfer row) {
    return row.id();
  }

  @Override
  public String write(EndedTransfer row) {
    return Words.line(values(row));
  }

  @Override
  public String writeUnfinished(EndedTransfer lastKnown) {
    Map<String, String> values = values(lastKnown);
    values.remove(EndedColumn.OUTCOME.label());
    return Words.line(values);
  }

  @Override
  public boolean isUnfinished(String line) {
    return !line.contains("\t" + EndedColumn.OUTCOME.label() + '=');
  }

  private static Map<String, String> values(EndedTransfer row) {
    Map<String, String> values = new LinkedHashMap<>();
    for (EndedColumn column : EndedColumn.values()) {
      if (!column.derived()) {
        values.put(column.label(), column.full(row));
      }
    }
    return values;
  }

  /** Parses a line; one of a transfer in progress has the outcome {@link Outcome#SERVER_DIED}. */
  @Override
  public EndedTransfer read(String line) {
    try {
      return row(Words.of(line));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("no time of an end: " + line, e);
    }
  }

  private static EndedTransfer row(Map<String, String> values) {
    return new EndedTransfer(
        Instant.parse(text(values, EndedColumn.TIME)),
        text(values, EndedColumn.ID),
        text(values, EndedColumn.DOWNLOAD_ID),
        text(values, EndedColumn.APPLICATION),
        text(values, EndedColumn.VIRTUAL_SERVER),
        text(values, EndedColumn.LISTENER),
        text(values, EndedColumn.FILE),
        text(values, EndedColumn.RANGE),
        Integer.parseInt(text(values, EndedColumn.STATUS)),
        text(values, EndedColumn.CLIENT),
        text(values, EndedColumn.IDENTITY),
        outcome(text(values, EndedColumn.OUTCOME)),
        text(values, EndedColumn.REASON),
        number(values, EndedColumn.BYTES),
        number(values, EndedColumn.TOTAL),
        Duration.ofMillis(number(values, EndedColumn.FIRST_BYTE)),
        Duration.ofMillis(number(values, EndedColumn.DURATION)));
  }

  private static String text(Map<String, String> values, EndedColumn column) {
    return values.getOrDefault(column.label(), "");
  }

  private static long number(Map<String, String> values, EndedColumn column) {
    return Long.parseLong(text(values, column));
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
}
