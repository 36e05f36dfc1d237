package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.amounts.Unit;
import io.sendfile.glassfish.files.Escapes;
import java.time.Duration;
import java.util.OptionalLong;

/** A time of at most a day, in seconds unless it has a suffix. */
final class TimeText {
  /** Longest span accepted. */
  static final Duration LONGEST = Duration.ofDays(1);

  private TimeText() {}

  /**
   * The span.
   *
   * @param option named in a refusal
   */
  static Duration parse(String option, String text) throws RefusedException {
    OptionalLong seconds = Unit.SECONDS.parse(text);
    if (seconds.isPresent() && seconds.getAsLong() <= LONGEST.toSeconds()) {
      return Duration.ofSeconds(seconds.getAsLong());
    }
    throw new RefusedException(
        option
            + " must be a time of at most 24h, as in 45s, 30m or 2h (found \""
            + Escapes.forLog(text)
            + "\")");
  }
}
