package io.sendfile.glassfish.console.app;

import io.sendfile.spi.Amounts;
import io.sendfile.spi.Escapes;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats values for pages. */
final class Text {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  private Text() {}

  /**
   * A foreign name or word, with characters that break or reorder a line made visible; the page
   * escapes HTML.
   */
  static String line(String text) {
    return Escapes.forTerminal(text);
  }

  /** The same of a text that may have several lines. */
  static String plain(String text) {
    return text.lines().map(Text::line).collect(Collectors.joining("\n"));
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

  /** The values of a command's row as {@link #of} has them. */
  static Map<String, String> each(Map<String, Object> row) {
    Map<String, String> texts = new LinkedHashMap<>();
    row.forEach((name, value) -> texts.put(name, of(value)));
    return texts;
  }

  /** A time in the time zone of the server, as in its log. */
  static String clock(Instant time) {
    return CLOCK.format(time);
  }

  /** The same without its date. */
  static String time(Instant time) {
    return TIME.format(time);
  }

  /** A size like {@code 1.5 MB}; decimal units. */
  static String bytes(long bytes) {
    return Amounts.bytes(bytes);
  }

  /** A number like {@code 12,345}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
