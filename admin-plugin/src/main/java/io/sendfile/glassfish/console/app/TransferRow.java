package io.sendfile.glassfish.console.app;

import java.io.Serializable;
import java.util.Locale;
import java.util.Objects;
import javax.management.openmbean.CompositeData;

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

  static TransferRow of(CompositeData data) {
    String waitsFor = text(data, "waitsFor");
    return new TransferRow(
        text(data, "id"),
        Text.plain(text(data, "downloadId")),
        Text.plain(text(data, "root") + ":" + text(data, "path")),
        text(data, "client"),
        Text.plain(text(data, "application")),
        number(data, "bytes"),
        number(data, "totalBytes"),
        (int) number(data, "percent"),
        number(data, "bytesPerSecond"),
        number(data, "rateLimitBytesPerSecond"),
        number(data, "secondsLeft"),
        number(data, "seconds"),
        waitsFor.isEmpty() ? "sending" : "waits for " + waitsFor);
  }

  private static String text(CompositeData data, String name) {
    return Objects.toString(data.get(name), "");
  }

  private static long number(CompositeData data, String name) {
    return data.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /** Whether a text is part of what identifies it; in any case. */
  boolean matches(String text) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    return String.join("\n", id, downloadId, file, client, application, state)
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
