package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.TransferColumn;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/** Texts of a running transfer that a filter can ask for, and those that make groups. */
enum TextCondition {
  CLIENT(true, TransferColumn.CLIENT, TransferColumn.IDENTITY),
  ROOT(true, TransferColumn.FILE) {
    @Override
    Stream<String> texts(TransferRow row) {
      return super.texts(row).map(file -> file.substring(0, Math.max(0, file.indexOf(':'))));
    }
  },
  APPLICATION(true, TransferColumn.APPLICATION),
  IDENTITY(true, TransferColumn.IDENTITY),
  SERVER(true) {
    @Override
    Stream<String> texts(TransferRow row) {
      return Stream.of(row.server());
    }
  },
  FILE(false, TransferColumn.FILE),
  ID(false, TransferColumn.ID, TransferColumn.DOWNLOAD_ID),
  LISTENER(false, TransferColumn.LISTENER),
  STATE(false, TransferColumn.STATE),
  VERDICT(false, TransferColumn.VERDICT);

  private final boolean groups;
  private final TransferColumn[] columns;

  TextCondition(boolean groups, TransferColumn... columns) {
    this.groups = groups;
    this.columns = columns;
  }

  /** Its name in filters and addresses, e.g. {@code client}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether its first text makes groups. */
  boolean makesGroups() {
    return groups;
  }

  /** The texts of a row, as the page shows them; one of them has to fit. */
  Stream<String> texts(TransferRow row) {
    return Arrays.stream(columns).map(row::text);
  }
}
