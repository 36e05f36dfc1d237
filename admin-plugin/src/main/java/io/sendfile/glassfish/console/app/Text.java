package io.sendfile.glassfish.console.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.spi.Escapes;
import java.net.URLEncoder;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats values for pages. */
final class Text {
  /** The offset is there where the clock shows a time twice. */
  private static final DateTimeFormatter TWICE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss xxx", Locale.ROOT);

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  /** Not within a name. */
  private static final Pattern IN_UTC =
      Pattern.compile(
          "(?<![:./-])\\b\\d{4}-[01]\\d-[0-3]\\dT[0-2]\\d:[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?Z\\b(?![:./-]\\w)");

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

  /** A text without commands, in whose place a page has a link or a button. */
  static String withoutCommands(String text) {
    return text.replaceAll("(^|[;,] )[^;,]*\\basadmin [a-z]+-sendfile[^;]*", "");
  }

  /** Parameters of an address, each after an ampersand; none for an empty value. */
  static String query(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .filter(each -> !each.getValue().isEmpty())
        .map(each -> "&" + each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
        .collect(Collectors.joining());
  }

  /** A page with such parameters. */
  static String address(String page, String query) {
    return page + ".xhtml" + query.replaceFirst("&", "?");
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

  /** A time in the zone of the reader. */
  static String clock(Instant time) {
    return clock(time, ReaderView.zone());
  }

  static String clock(Instant time, ZoneId zone) {
    ZonedDateTime at = time.atZone(zone);
    return (isClear(at) ? CLOCK : TWICE).format(at);
  }

  /** A time in UTC likewise; empty for any other text. */
  static Optional<String> clock(String text) {
    try {
      return text.endsWith("Z") ? Optional.of(clock(Instant.parse(text))) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A sentence with its times in UTC by the clock of the reader. */
  static String local(String sentence) {
    return IN_UTC.matcher(sentence).replaceAll(time -> clock(time.group()).orElseGet(time::group));
  }

  /** Whether the clock of its zone shows a time once. */
  static boolean isClear(ZonedDateTime time) {
    return time.getZone().getRules().getValidOffsets(time.toLocalDateTime()).size() == 1;
  }

  /** The same without its date. */
  static String time(Instant time) {
    return TIME.format(time.atZone(ReaderView.zone()));
  }

  /** A number like {@code 12,345}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
