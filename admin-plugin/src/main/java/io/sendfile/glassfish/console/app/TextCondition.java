package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.TransferColumn;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/** Texts of a running transfer that a filter can ask for, and those that make groups. */
enum TextCondition {
  CLIENT(TransferColumn.CLIENT, TransferColumn.IDENTITY),
  FILE(TransferColumn.FILE),
  ROOT(TransferColumn.FILE) {
    @Override
    Stream<String> texts(TransferRow row) {
      return super.texts(row).map(file -> file.substring(0, Math.max(0, file.indexOf(':'))));
    }
  },
  APPLICATION(TransferColumn.APPLICATION),
  IDENTITY(TransferColumn.IDENTITY),
  SERVER {
    @Override
    Stream<String> texts(TransferRow row) {
      return Stream.of(row.server());
    }
  },
  ID(TransferColumn.ID, TransferColumn.DOWNLOAD_ID),
  LISTENER(TransferColumn.LISTENER),
  STATE(TransferColumn.STATE),
  VERDICT(TransferColumn.VERDICT);

  private final TransferColumn[] columns;

  TextCondition(TransferColumn... columns) {
    this.columns = columns;
  }

  /** Its name in filters and addresses, e.g. {@code client}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether its first text makes groups. */
  boolean makesGroups() {
    return this != ID;
  }

  /** The texts of a row, as the page shows them; one of them has to fit. */
  Stream<String> texts(TransferRow row) {
    return Arrays.stream(columns).map(row::text);
  }
}
