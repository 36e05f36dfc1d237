package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.monitoring.RunningTransfer;
import io.sendfile.glassfish.monitoring.TransferColumn;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A running transfer in the table. Texts are made on demand: for the rows of one page out of a
 * thousand. Rates are bytes per second.
 */
public record TransferRow(RunningTransfer now) {
  private static final List<TransferColumn> SEARCHED =
      List.of(
          TransferColumn.FILE,
          TransferColumn.ID,
          TransferColumn.DOWNLOAD_ID,
          TransferColumn.CLIENT,
          TransferColumn.IDENTITY,
          TransferColumn.APPLICATION,
          TransferColumn.VERDICT);

  /**
   * The value of a column in short form, like {@code 1.2 MB/s}.
   *
   * @param column its label, like {@code rate}
   */
  public String text(String column) {
    return text(TransferTable.column(column));
  }

  private String text(TransferColumn column) {
    return Text.plain(column.brief(now));
  }

  /** Its own id. */
  public String id() {
    return now.getId();
  }

  /**
   * Client, its name, ids and application, like {@code to 192.0.2.7 · 5f3a9c01-1a · order-7 ·
   * shop}.
   */
  public String about() {
    return Stream.of(
            "to " + now.getClient(),
            text(TransferColumn.IDENTITY),
            id(),
            text(TransferColumn.DOWNLOAD_ID),
            text(TransferColumn.APPLICATION))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  /** Percentage sent. */
  public int percent() {
    return now.getPercent();
  }

  /** Rate limit of its own, 0 = none. */
  public long limit() {
    return now.getRateLimitBytesPerSecond();
  }

  /** Shares of its time, like {@code client 93 %, sending 7 %}; its state while it is new. */
  public String shares() {
    String state = now.getWaitsFor().isEmpty() ? "sending" : "waits for " + now.getWaitsFor();
    return now.shares().isEmpty() ? state : now.shares();
  }

  /**
   * Whether a text occurs in its identification.
   *
   * @param text in lower case; matches any case
   */
  boolean matches(String text) {
    return text.isEmpty()
        || SEARCHED.stream()
            .map(this::text)
            .anyMatch(shown -> shown.toLowerCase(Locale.ROOT).contains(text));
  }
}
