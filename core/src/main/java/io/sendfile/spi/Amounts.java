package io.sendfile.spi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Sizes and times in a few digits. */
public final class Amounts {
  private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB");
  private static final Pattern TIME = Pattern.compile("([0-9]{1,12}:)?[0-9]{1,2}:[0-9]{2}");

  /** Bytes below it are a short number. */
  private static final long LEAST_ROUNDED = 1000;

  private Amounts() {}

  /** As in {@code 999 B}, {@code 1.5 MB} and {@code 150 MB}; decimal units. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.size() - 1) {
      value /= 1000;
      unit++;
    }
    String format = unit == 0 || value >= 99.95 ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, format, value, UNITS.get(unit));
  }

  /**
   * An amount in a larger unit; bytes are rounded where that is no short number, as in {@code about
   * 1.2 MB}. Empty for a time then, and for a small amount.
   */
  public static Optional<String> words(Unit unit, long amount) {
    return unit.words(amount)
        .or(
            () ->
                unit == Unit.BYTES && amount >= LEAST_ROUNDED
                    ? Optional.of("about " + bytes(amount))
                    : Optional.empty());
  }

  /** A rate in digits and in words, as in {@code 5000000 bytes/s (5 MB/s)}. */
  public static String rate(long bytesPerSecond) {
    return bytesPerSecond
        + " bytes/s"
        + words(Unit.BYTES, bytesPerSecond).map(words -> " (" + words + "/s)").orElse("");
  }

  /**
   * A part in percent, as in {@code 42 %}, {@code < 1 %}, {@code > 99 %} and {@code 183 %}: 0 and
   * 100 only for nothing and all; a dash without a whole.
   */
  public static String share(long part, long whole) {
    double percent = 100.0 * part / whole;
    if (whole <= 0) {
      return "–";
    }
    if (part > 0 && percent < 1) {
      return "< 1 %";
    }
    return part < whole && percent > 99 ? "> 99 %" : Math.round(percent) + " %";
  }

  /** As in {@code 820 ms}, {@code 12.3 s} and {@code 1:02:03}. */
  public static String millis(long millis) {
    if (millis < 1000) {
      return millis + " ms";
    }
    return millis < 60_000
        ? String.format(Locale.ROOT, "%.1f s", millis / 1000.0)
        : time(millis / 1000);
  }

  /** As in {@code 0:07} and {@code 1:02:03}; a dash for an unknown, negative number of seconds. */
  public static String time(long seconds) {
    if (seconds < 0) {
      return "-";
    }
    long minutes = seconds / 60;
    return minutes < 60
        ? String.format(Locale.ROOT, "%d:%02d", minutes, seconds % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
  }

  /** The number of seconds in a text of {@link #time}; -1 for any other text. */
  public static long seconds(String time) {
    if (!TIME.matcher(time).matches()) {
      return -1;
    }
    return Arrays.stream(time.split(":"))
        .mapToLong(Long::parseLong)
        .reduce(0, (a, b) -> 60 * a + b);
  }
}
