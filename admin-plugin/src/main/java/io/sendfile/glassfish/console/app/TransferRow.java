package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.monitoring.RunningTransfer;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A running transfer as the table shows it. Its texts are made when they are asked for: of a
 * thousand rows, those on one page are. Rates are bytes per second.
 */
public record TransferRow(RunningTransfer now) {
  /** Its own id. */
  public String id() {
    return now.getId();
  }

  /** That of the application; empty if none. */
  public String downloadId() {
    return Text.plain(now.getDownloadId());
  }

  /** Root and path below it. */
  public String file() {
    return Text.plain(place());
  }

  /** The same as it is: to sort by. */
  String place() {
    return now.getRoot() + ":" + now.getPath();
  }

  /** Client, ids and application, as in {@code to 192.0.2.7 · 5f3a9c01-1a · order-7 · shop}. */
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

  /** How much is done. */
  public int percent() {
    return now.getPercent();
  }

  /** Rate of the last half a minute to a minute. */
  public long rate() {
    return now.getBytesPerSecond();
  }

  /** Highest rate of its own, 0 = none. */
  public long limit() {
    return now.getRateLimitBytesPerSecond();
  }

  /** At that rate, -1 when it stands still. */
  public long secondsLeft() {
    return now.getSecondsLeft();
  }

  /** Since the hand-off. */
  public long seconds() {
    return now.getSeconds();
  }

  /** Where it stands, and what it waits for. */
  public String state() {
    return now.getWaitsFor().isEmpty() ? "sending" : "waits for " + now.getWaitsFor();
  }

  /**
   * Whether a text is part of what identifies it.
   *
   * @param text in lower case; any case passes
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

  /** As in {@code 3.1 of 20.0 MB}. */
  public String progress() {
    return Text.bytes(now.getBytes()) + " of " + Text.bytes(now.getTotalBytes());
  }

  /** As in {@code 1.2 MB/s}. */
  public String rateText() {
    return Text.bytes(rate()) + "/s";
  }

  /** The rate since the hand-off, as in {@code 1.2 MB/s on average}. */
  public String averageText() {
    return Text.bytes(now.getAverageBytesPerSecond()) + "/s on average";
  }

  /** As in {@code at most 1.2 MB/s}; empty if it has none. */
  public String limitText() {
    return limit() == 0 ? "" : "at most " + Text.bytes(limit()) + "/s";
  }

  /** As in {@code 1:23}. */
  public String timeLeft() {
    return Text.time(secondsLeft());
  }

  /** As in {@code 1:23}. */
  public String age() {
    return Text.time(seconds());
  }
}
