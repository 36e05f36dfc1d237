package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.files.Escapes;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A span of time as an administrator writes it: {@code 90}, {@code 90s}, {@code 30m}, {@code 2h}.
 */
final class TimeText {
  /** Longest span accepted. */
  static final Duration LONGEST = Duration.ofDays(1);

  private static final Pattern FORM = Pattern.compile("([0-9]{1,6})([smh]?)");

  private TimeText() {}

  /**
   * The span.
   *
   * @param option named in a refusal
   */
  static Duration parse(String option, String text) throws RefusedException {
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches()) {
      long number = Long.parseLong(matcher.group(1));
      Duration span =
          switch (matcher.group(2)) {
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofSeconds(number);
          };
      if (span.compareTo(LONGEST) <= 0) {
        return span;
      }
    }
    throw new RefusedException(
        option
            + " must be a time of at most 24h, as in 45s, 30m or 2h (found \""
            + Escapes.forLog(text)
            + "\")");
  }
}
