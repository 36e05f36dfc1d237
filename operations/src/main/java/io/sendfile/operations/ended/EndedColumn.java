package io.sendfile.operations.ended;

import io.sendfile.spi.AmountForm;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * All columns of a list of ended transfers, for commands, REST, JMX, console and file. The order is
 * that of {@code list-sendfile-ended-transfers --long}.
 */
public enum EndedColumn {
  TIME("time", AmountForm.INSTANT, row -> text(row.time())),
  OUTCOME("outcome", AmountForm.TEXT, row -> row.outcome().label()),
  CLIENT("client", AmountForm.TEXT, EndedTransfer::client),
  IDENTITY("identity", AmountForm.TEXT, EndedTransfer::identity),
  APPLICATION("application", AmountForm.TEXT, EndedTransfer::application),
  VIRTUAL_SERVER("virtual-server", AmountForm.TEXT, EndedTransfer::virtualServer),
  LISTENER("listener", AmountForm.TEXT, EndedTransfer::listener),
  ID("id", AmountForm.TEXT, EndedTransfer::id),
  DOWNLOAD_ID("download-id", AmountForm.TEXT, EndedTransfer::downloadId),
  STATUS("status", AmountForm.TEXT, EndedTransfer::status),
  BYTES("bytes", AmountForm.BYTES, EndedTransfer::bytes),
  TOTAL("total", AmountForm.BYTES, EndedTransfer::total),
  AVERAGE("average", AmountForm.RATE, EndedTransfer::averageBytesPerSecond),
  FIRST_BYTE("first-byte-ms", AmountForm.MILLIS, row -> row.firstByte().toMillis()),
  DURATION("duration-ms", AmountForm.MILLIS, row -> row.duration().toMillis()),
  RANGE("range", AmountForm.TEXT, EndedTransfer::range),
  FILE("file", AmountForm.TEXT, EndedTransfer::file),
  REASON("reason", AmountForm.TEXT, EndedTransfer::reason),
  VERDICT("verdict", AmountForm.TEXT, EndedTransfer::verdict),
  HELD_BY("held-by", AmountForm.TEXT, EndedTransfer::heldBy),
  TIME_PERCENT("time-percent", AmountForm.TEXT, EndedTransfer::timePercent);

  /** Always has milliseconds, so that texts sort like times. */
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private final String label;
  private final AmountForm form;
  private final Function<EndedTransfer, Object> value;

  EndedColumn(String label, AmountForm form, Function<EndedTransfer, Object> value) {
    this.label = label;
    this.form = form;
    this.value = value;
  }

  private static String text(Instant time) {
    return INSTANT.format(time);
  }

  /** The stable name, e.g. {@code download-id}. */
  public String label() {
    return label;
  }

  /** The value: a number, or a text; an empty one for none. */
  Object value(EndedTransfer row) {
    return value.apply(row);
  }

  /** The value with all its digits; empty for none. */
  public String full(EndedTransfer row) {
    return String.valueOf(value.apply(row));
  }

  /** The short form of a full value; an empty text stays empty. */
  public String brief(String full) {
    return form.brief(full);
  }

  /** All values with all their digits, by label. */
  public static Map<String, String> row(EndedTransfer ended) {
    Map<String, String> row = new LinkedHashMap<>();
    for (EndedColumn column : values()) {
      row.put(column.label, column.full(ended));
    }
    return row;
  }
}
