package io.sendfile.operations.ended;

import io.sendfile.core.files.Wildcards;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.spi.Moment;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A choice of rows.
 *
 * @param conditions patterns of values, one of which fits
 * @param since the earliest end
 * @param until the latest beginning
 * @param limit most rows; the last ones are chosen
 */
public record EndedFilter(
    Map<EndedCondition, List<Wildcards>> conditions, Instant since, Instant until, int limit) {
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
    Map<EndedCondition, List<Wildcards>> conditions = new EnumMap<>(EndedCondition.class);
    texts.forEach(
        (condition, text) -> {
          if (!text.isBlank()) {
            conditions.put(condition, patterns(condition, text.strip()));
          }
        });
    return new EndedFilter(
        conditions,
        since.isBlank() ? Instant.MIN : Moment.parse("since", since.strip(), now),
        until.isBlank() ? Instant.MAX : Moment.parse("until", until.strip(), now),
        limit);
  }

  private static List<Wildcards> patterns(EndedCondition condition, String text) {
    return switch (condition) {
      case OUTCOME -> outcomes(text);
      case LISTENER -> each(text).map(name -> new Wildcards(name, false)).toList();
      case CLIENT -> List.of(new Wildcards(NodeAddress.listed(text), false));
      default -> List.of(new Wildcards(text, false));
    };
  }

  /** Several may stand between commas. */
  private static Stream<String> each(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip);
  }

  private static List<Wildcards> outcomes(String text) {
    return each(text)
        .map(
            name -> {
              if (!EndedCondition.outcomes().anyMatch(name::equals)) {
                throw new IllegalArgumentException(
                    "There is no outcome \"%s\". There are %s."
                        .formatted(
                            name, EndedCondition.outcomes().collect(Collectors.joining(", "))));
              }
              return new Wildcards(name, false);
            })
        .toList();
  }

  /** Whether a row is chosen, but for the limit. */
  boolean accepts(EndedTransfer row) {
    return !row.time().isBefore(since)
        && !row.time().minus(row.duration()).isAfter(until)
        && conditions.entrySet().stream().allMatch(one -> holds(one.getKey(), one.getValue(), row));
  }

  private static boolean holds(
      EndedCondition condition, List<Wildcards> wanted, EndedTransfer row) {
    return condition
        .values(row)
        .anyMatch(value -> wanted.stream().anyMatch(each -> each.matches(value)));
  }
}
