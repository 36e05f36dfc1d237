package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.glassfish.jmx.RunningTransfer;
import java.io.Serializable;
import java.util.Locale;

/**
 * A running transfer as the table shows it. Rates are bytes per second.
 *
 * @param id its own id
 * @param downloadId that of the application; empty if none
 * @param file root and path below it
 * @param client address
 * @param application name; empty if none
 * @param bytes taken by the kernel
 * @param totalBytes in all
 * @param percent how much is done
 * @param rate of the last few seconds
 * @param limit highest rate of its own, 0 = none
 * @param secondsLeft at that rate, -1 when it stands still
 * @param seconds since the hand-off
 * @param state where it stands, and what it waits for
 */
public record TransferRow(
    String id,
    String downloadId,
    String file,
    String client,
    String application,
    long bytes,
    long totalBytes,
    int percent,
    long rate,
    long limit,
    long secondsLeft,
    long seconds,
    String state)
    implements Serializable {

  static TransferRow of(RunningTransfer now) {
    return new TransferRow(
        now.getId(),
        Text.plain(now.getDownloadId()),
        Text.plain(now.getRoot() + ":" + now.getPath()),
        now.getClient(),
        Text.plain(now.getApplication()),
        now.getBytes(),
        now.getTotalBytes(),
        now.getPercent(),
        now.getBytesPerSecond(),
        now.getRateLimitBytesPerSecond(),
        now.getSecondsLeft(),
        now.getSeconds(),
        now.getWaitsFor().isEmpty() ? "sending" : "waits for " + now.getWaitsFor());
  }

  /** Whether a text is part of what identifies it; in any case. */
  boolean matches(String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    return wanted.isEmpty()
        || String.join("\n", id, downloadId, file, client, application, state)
            .toLowerCase(Locale.ROOT)
            .contains(wanted);
  }

  /** As in {@code 3.1 of 20.0 MB}. */
  public String progress() {
    return Text.bytes(bytes) + " of " + Text.bytes(totalBytes);
  }

  /** As in {@code 1.2 MB/s}. */
  public String rateText() {
    return Text.bytes(rate) + "/s";
  }

  /** As in {@code 1.2 MB/s}; empty if it has none. */
  public String limitText() {
    return limit == 0 ? "" : "at most " + Text.bytes(limit) + "/s";
  }

  /** As in {@code 1:23}. */
  public String timeLeft() {
    return Text.time(secondsLeft);
  }

  /** As in {@code 1:23}. */
  public String age() {
    return Text.time(seconds);
  }
}
