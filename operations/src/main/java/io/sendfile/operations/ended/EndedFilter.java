package io.sendfile.operations.ended;

import io.sendfile.spi.Moment;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A choice of rows.
 *
 * @param conditions what one of the values of a row has to fulfil
 * @param since the earliest end
 * @param until the latest beginning
 * @param limit most rows; the last ones are chosen
 */
public record EndedFilter(
    Map<EndedCondition, Predicate<String>> conditions, Instant since, Instant until, int limit) {
  /** All rows. */
  public static final EndedFilter ALL =
      new EndedFilter(Map.of(), Instant.MIN, Instant.MAX, Integer.MAX_VALUE);

  public EndedFilter {
    conditions = Map.copyOf(conditions);
  }

  /**
   * Parses the texts of a filter.
   *
   * @param texts of conditions; empty ones are left out
   * @param since the text of a {@link Moment}; empty for any
   * @param until likewise
   * @param limit at least 1
   * @param now the present, in the zone of times without one
   * @throws IllegalArgumentException with a sentence, for an invalid text
   */
  public static EndedFilter of(
      Map<EndedCondition, String> texts, String since, String until, int limit, ZonedDateTime now) {
    if (limit < 1) {
      throw new IllegalArgumentException("The limit must be at least 1 (found " + limit + ").");
    }
    Map<EndedCondition, Predicate<String>> conditions = new EnumMap<>(EndedCondition.class);
    texts.forEach(
        (condition, text) -> {
          if (!text.isBlank()) {
            conditions.put(condition, condition.wanted(text.strip()));
          }
        });
    return new EndedFilter(
        conditions,
        since.isBlank() ? Instant.MIN : Moment.parse("since", since.strip(), now),
        until.isBlank() ? Instant.MAX : Moment.parse("until", until.strip(), now),
        limit);
  }

  /** Whether a row is chosen, but for the limit. */
  boolean accepts(EndedTransfer row) {
    return !row.time().isBefore(since)
        && !row.time().minus(row.duration()).isAfter(until)
        && conditions.entrySet().stream()
            .allMatch(one -> one.getKey().values(row).anyMatch(one.getValue()));
  }
}
