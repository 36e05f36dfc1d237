package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.files.Escapes;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats values for pages. */
final class Text {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};

  private Text() {}

  /**
   * Foreign text with characters that break or reorder a line made visible; the page escapes HTML.
   */
  static String plain(String text) {
    return text.lines().map(Escapes::forTerminal).collect(Collectors.joining("\n"));
  }

  /** A value of a command's data; a map as {@code name=value, …}. */
  static String of(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> entry.getKey() + "=" + entry.getValue())
          .sorted()
          .collect(Collectors.joining(", "));
    }
    return Objects.toString(value, "");
  }

  /** A size like {@code 1.5 MB}; decimal units. */
  static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return unit == 0 || value >= 99.95
        ? String.format(Locale.ROOT, "%.0f %s", value, UNITS[unit])
        : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }

  /** A time like {@code 0:07} and {@code 1:02:03}; a dash when unknown. */
  static String time(long seconds) {
    if (seconds < 0) {
      return "–";
    }
    long minutes = seconds / 60;
    return minutes < 60
        ? String.format(Locale.ROOT, "%d:%02d", minutes, seconds % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
  }
}
