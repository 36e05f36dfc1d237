package io.sendfile.glassfish.ended;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All columns of a list of ended transfers, for commands, REST, JMX, console and file. The order is
 * that of {@code list-sendfile-ended-transfers --long}.
 */
public enum EndedColumn {
  TIME("time", Kind.TIME, row -> text(row.time())),
  OUTCOME("outcome", Kind.TEXT, row -> row.outcome().label()),
  CLIENT("client", Kind.TEXT, EndedTransfer::client),
  IDENTITY("identity", Kind.TEXT, EndedTransfer::identity),
  APPLICATION("application", Kind.TEXT, EndedTransfer::application),
  VIRTUAL_SERVER("virtual-server", Kind.TEXT, EndedTransfer::virtualServer),
  LISTENER("listener", Kind.TEXT, EndedTransfer::listener),
  ID("id", Kind.TEXT, EndedTransfer::id),
  DOWNLOAD_ID("download-id", Kind.TEXT, EndedTransfer::downloadId),
  STATUS("status", Kind.TEXT, EndedTransfer::status),
  BYTES("bytes", Kind.BYTES, EndedTransfer::bytes),
  TOTAL("total", Kind.BYTES, EndedTransfer::total),
  AVERAGE("average", Kind.RATE, EndedTransfer::averageBytesPerSecond),
  FIRST_BYTE("first-byte-ms", Kind.MILLIS, row -> row.firstByte().toMillis()),
  DURATION("duration-ms", Kind.MILLIS, row -> row.duration().toMillis()),
  RANGE("range", Kind.TEXT, EndedTransfer::range),
  FILE("file", Kind.TEXT, EndedTransfer::file),
  REASON("reason", Kind.TEXT, EndedTransfer::reason);

  /** Meanings of values, for their short forms. */
  public enum Kind {
    TIME,
    TEXT,
    BYTES,
    RATE,
    MILLIS
  }

  /** Always has milliseconds, so that texts sort like times. */
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private static final Map<String, EndedColumn> COLUMNS =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(EndedColumn::label, column -> column));

  private final String label;
  private final Kind kind;
  private final Function<EndedTransfer, Object> value;

  EndedColumn(String label, Kind kind, Function<EndedTransfer, Object> value) {
    this.label = label;
    this.kind = kind;
    this.value = value;
  }

  private static String text(Instant time) {
    return INSTANT.format(time);
  }

  /** The stable name, e.g. {@code download-id}. */
  public String label() {
    return label;
  }

  /** The column of a label; null if there is none. */
  static @Nullable EndedColumn of(String label) {
    return COLUMNS.get(label);
  }

  /** Whether its value follows from those of other columns. */
  boolean derived() {
    return this == AVERAGE;
  }

  /** The meaning of its values. */
  public Kind kind() {
    return kind;
  }

  /** The value: a number, or a text; an empty one for none. */
  Object value(EndedTransfer row) {
    return value.apply(row);
  }

  /** The value with all its digits; empty for none. */
  public String full(EndedTransfer row) {
    return String.valueOf(value.apply(row));
  }
}
