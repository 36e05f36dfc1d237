package io.sendfile.operations.ended;

import io.sendfile.core.amounts.Form;
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
  TIME("time", Form.INSTANT, row -> text(row.time())),
  OUTCOME("outcome", Form.TEXT, row -> row.outcome().label()),
  CLIENT("client", Form.TEXT, EndedTransfer::client),
  IDENTITY("identity", Form.TEXT, EndedTransfer::identity),
  APPLICATION("application", Form.TEXT, EndedTransfer::application),
  VIRTUAL_SERVER("virtual-server", Form.TEXT, EndedTransfer::virtualServer),
  LISTENER("listener", Form.TEXT, EndedTransfer::listener),
  ID("id", Form.TEXT, EndedTransfer::id),
  DOWNLOAD_ID("download-id", Form.TEXT, EndedTransfer::downloadId),
  STATUS("status", Form.TEXT, EndedTransfer::status),
  BYTES("bytes", Form.BYTES, EndedTransfer::bytes),
  TOTAL("total", Form.BYTES, EndedTransfer::total),
  AVERAGE("average", Form.RATE, EndedTransfer::averageBytesPerSecond),
  FIRST_BYTE("first-byte-ms", Form.MILLIS, row -> row.firstByte().toMillis()),
  DURATION("duration-ms", Form.MILLIS, row -> row.duration().toMillis()),
  RANGE("range", Form.TEXT, EndedTransfer::range),
  FILE("file", Form.TEXT, EndedTransfer::file),
  REASON("reason", Form.TEXT, EndedTransfer::reason);

  /** Always has milliseconds, so that texts sort like times. */
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private final String label;
  private final Form form;
  private final Function<EndedTransfer, Object> value;

  EndedColumn(String label, Form form, Function<EndedTransfer, Object> value) {
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
