package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.HistoryRows;
import io.sendfile.spi.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of the past, as charts show it.
 *
 * @param from its first moment, at most {@link #LONGEST} ago
 * @param to its exclusive end, after {@code from} by at most {@link #LONGEST}
 * @param step time between two points
 */
record Span(Instant from, Instant to, Duration step) {
  /** Age of the oldest figures, and a length that spares servers absurd ones. */
  private static final Duration LONGEST = Duration.ofDays(366);

  private static final String DEFAULT_LENGTH = "15m";
  private static final int MOST_POINTS = 400;

  /**
   * The stretch of an address: from one moment to another, milliseconds since the epoch, or of a
   * length such as {@code 1d} until now, by default a quarter of an hour.
   *
   * @throws IllegalArgumentException with a sentence, for any other
   */
  static Span parse(
      @Nullable String from, @Nullable String to, @Nullable String length, Instant now) {
    if (from != null || to != null) {
      return of(moment("from", from), moment("to", to), now);
    }
    String text = Objects.requireNonNullElse(length, DEFAULT_LENGTH);
    long seconds =
        Unit.SECONDS
            .parseWithSuffix(text)
            .orElseThrow(
                () -> new IllegalArgumentException("A range is a time such as 15m or 1d."));
    return of(now.minusSeconds(Math.min(seconds, Integer.MAX_VALUE)), now, now);
  }

  private static Instant moment(String name, @Nullable String text) {
    try {
      return Instant.ofEpochMilli(Long.parseLong(Objects.requireNonNullElse(text, "")));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"from\" and \"to\" must be milliseconds since the epoch; \"" + name + "\" is not.", e);
    }
  }

  /** It as options of the command of the history. */
  Map<String, String> options() {
    return Map.of("from", from.toString(), "to", to.toString(), "step", step.toSeconds() + "s");
  }

  /**
   * The stretch between two moments.
   *
   * @throws IllegalArgumentException with a sentence, if it is empty, too long or too long ago
   */
  static Span of(Instant from, Instant to, Instant now) {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException("\"from\" must be before \"to\".");
    }
    if (from.isBefore(now.minus(LONGEST)) || from.isAfter(now) || to.isAfter(from.plus(LONGEST))) {
      throw new IllegalArgumentException(
          "\"from\" must be in the last %d days, and \"to\" at most as many later."
              .formatted(LONGEST.toDays()));
    }
    return new Span(from, to, HistoryRows.step(from, to, now, MOST_POINTS));
  }
}
