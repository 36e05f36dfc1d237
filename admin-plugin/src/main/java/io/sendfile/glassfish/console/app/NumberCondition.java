package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.TransferColumn;
import io.sendfile.spi.Unit;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Numbers of a running transfer that a filter can compare. */
enum NumberCondition {
  RATE(TransferColumn.RATE, Unit.BYTES),
  AVERAGE(TransferColumn.AVERAGE, Unit.BYTES),
  BYTES(TransferColumn.BYTES, Unit.BYTES),
  TOTAL(TransferColumn.TOTAL, Unit.BYTES),
  PERCENT(TransferColumn.PERCENT, null),
  AGE(TransferColumn.SECONDS, Unit.SECONDS),
  LEFT(TransferColumn.ETA, Unit.SECONDS);

  private static final int DIGITS = 9;

  private final TransferColumn column;
  private final Optional<Unit> unit;

  NumberCondition(TransferColumn column, @Nullable Unit unit) {
    this.column = column;
    this.unit = Optional.ofNullable(unit);
  }

  /** Its name in filters, e.g. {@code rate}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A few amounts, as in {@code 64k, 5M or 16Mi}. */
  String examples() {
    return unit.map(Unit::examples).orElse("5 or 50");
  }

  /** The amount in a text such as {@code 50k}; empty for an invalid text. */
  OptionalLong parse(String text) {
    if (unit.isPresent()) {
      return unit.get().parse(text);
    }
    return text.matches("[0-9]{1," + DIGITS + "}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }

  /** The number of a row; the largest where none is known, as the time left of one that stands. */
  long number(TransferRow row) {
    long number = row.value(column) instanceof Number known ? known.longValue() : -1;
    return number < 0 ? Long.MAX_VALUE : number;
  }
}
