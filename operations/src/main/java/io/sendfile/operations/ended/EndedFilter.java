package io.sendfile.operations.ended;

import io.sendfile.core.files.Wildcards;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.spi.Moment;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A choice of rows.
 *
 * @param conditions patterns of values
 * @param since the earliest end
 * @param until the latest beginning
 * @param limit most rows; the last ones are chosen
 */
public record EndedFilter(
    Map<EndedCondition, Wildcards> conditions, Instant since, Instant until, int limit) {
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
    Map<EndedCondition, Wildcards> conditions = new EnumMap<>(EndedCondition.class);
    texts.forEach(
        (condition, text) -> {
          if (!text.isBlank()) {
            conditions.put(condition, pattern(condition, text.strip()));
          }
        });
    return new EndedFilter(
        conditions,
        since.isBlank() ? Instant.MIN : Moment.parse("since", since.strip(), now),
        until.isBlank() ? Instant.MAX : Moment.parse("until", until.strip(), now),
        limit);
  }

  private static Wildcards pattern(EndedCondition condition, String text) {
    if (condition == EndedCondition.OUTCOME && !EndedCondition.outcomes().anyMatch(text::equals)) {
      throw new IllegalArgumentException(
          "There is no outcome \"%s\". There are %s."
              .formatted(text, EndedCondition.outcomes().collect(Collectors.joining(", "))));
    }
    return new Wildcards(
        condition == EndedCondition.CLIENT ? NodeAddress.listed(text) : text, false);
  }

  /** Whether a row is chosen, but for the limit. */
  boolean accepts(EndedTransfer row) {
    return !row.time().isBefore(since)
        && !row.time().minus(row.duration()).isAfter(until)
        && conditions.entrySet().stream().allMatch(one -> holds(one.getKey(), one.getValue(), row));
  }

  private static boolean holds(EndedCondition condition, Wildcards wanted, EndedTransfer row) {
    return condition.values(row).anyMatch(wanted::matches);
  }
}
