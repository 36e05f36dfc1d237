package io.sendfile.operations.ended;

import io.sendfile.core.records.Records;
import io.sendfile.operations.journal.KeptRows.Form;
import io.sendfile.operations.journal.Words;
import io.sendfile.spi.Outcome;
import java.util.List;
import java.util.Map;

/**
 * Ended transfers as lines; one in progress is a line without an outcome. In a line of another
 * version, a missing column is empty, and an unknown column is ignored.
 */
final class EndedForm implements Form<EndedTransfer> {
  private static final String OUTCOME = "outcome";

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
    return Words.line(Records.texts(row));
  }

  @Override
  public String writeUnfinished(EndedTransfer lastKnown) {
    Map<String, String> values = Records.texts(lastKnown);
    values.remove(OUTCOME);
    return Words.line(values);
  }

  @Override
  public boolean isUnfinished(String line) {
    return !line.contains("\t" + OUTCOME + '=');
  }

  /** Parses a line; one of a transfer in progress has the outcome {@link Outcome#SERVER_DIED}. */
  @Override
  public EndedTransfer read(String line) {
    Map<String, String> values = Words.of(line);
    values.putIfAbsent(OUTCOME, Outcome.SERVER_DIED.label());
    return read(EndedTransfer.class, values);
  }

  /**
   * Reads a row with the time and the status of a response.
   *
   * @throws IllegalArgumentException for values without them, or malformed ones
   */
  static <R extends Record> R read(Class<R> type, Map<String, String> values) {
    if (values.keySet().containsAll(List.of("time", "status"))) {
      return Records.read(type, values)
          .orElseThrow(() -> new IllegalArgumentException("unknown kind of row: " + values));
    }
    throw new IllegalArgumentException("no row: " + values);
  }
}
