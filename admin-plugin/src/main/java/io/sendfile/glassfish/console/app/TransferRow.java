package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.monitoring.RunningTransfer;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A running transfer in the table. Texts are made on demand: for the rows of one page out of a
 * thousand. Rates are bytes per second.
 */
public record TransferRow(RunningTransfer now) {
  /** Its own id. */
  public String id() {
    return now.getId();
  }

  /** The application's id; empty if none. */
  public String downloadId() {
    return Text.plain(now.getDownloadId());
  }

  /** Root and path below it. */
  public String file() {
    return Text.plain(place());
  }

  /** The unescaped path, for sorting. */
  String place() {
    return now.getRoot() + ":" + now.getPath();
  }

  /** Client, ids and application, like {@code to 192.0.2.7 · 5f3a9c01-1a · order-7 · shop}. */
  public String about() {
    return Stream.of("to " + client(), id(), downloadId(), application())
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  /** Address. */
  public String client() {
    return now.getClient();
  }

  /** The application's name; empty if none. */
  public String application() {
    return Text.plain(now.getApplication());
  }

  /** Percentage sent. */
  public int percent() {
    return now.getPercent();
  }

  /** Rate of the last half a minute to a minute. */
  public long rate() {
    return now.getBytesPerSecond();
  }

  /** Rate limit of its own, 0 = none. */
  public long limit() {
    return now.getRateLimitBytesPerSecond();
  }

  /** Seconds left at that rate, -1 when it stands still. */
  public long secondsLeft() {
    return now.getSecondsLeft();
  }

  /** Seconds since the hand-off. */
  public long seconds() {
    return now.getSeconds();
  }

  /** State, and the reason for waiting. */
  public String state() {
    return now.getWaitsFor().isEmpty() ? "sending" : "waits for " + now.getWaitsFor();
  }

  /**
   * Whether a text occurs in its identification.
   *
   * @param text in lower case; matches any case
   */
  boolean matches(String text) {
    return text.isEmpty()
        || Stream.<Supplier<String>>of(
                this::file,
                this::id,
                this::downloadId,
                this::client,
                this::application,
                this::state)
            .anyMatch(shown -> shown.get().toLowerCase(Locale.ROOT).contains(text));
  }

  /** Like {@code 3.1 of 20.0 MB}. */
  public String progress() {
    return Text.bytes(now.getBytes()) + " of " + Text.bytes(now.getTotalBytes());
  }

  /** Like {@code 1.2 MB/s}. */
  public String rateText() {
    return Text.bytes(rate()) + "/s";
  }

  /** The average rate since the hand-off, like {@code 1.2 MB/s on average}. */
  public String averageText() {
    return Text.bytes(now.getAverageBytesPerSecond()) + "/s on average";
  }

  /** Like {@code at most 1.2 MB/s}; empty without a limit. */
  public String limitText() {
    return limit() == 0 ? "" : "at most " + Text.bytes(limit()) + "/s";
  }

  /** Like {@code 1:23}. */
  public String timeLeft() {
    return Text.time(secondsLeft());
  }

  /** Like {@code 1:23}. */
  public String age() {
    return Text.time(seconds());
  }
}
