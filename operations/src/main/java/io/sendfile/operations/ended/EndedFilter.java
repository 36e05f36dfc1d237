package io.sendfile.operations.ended;

import io.sendfile.core.amounts.Moment;
import io.sendfile.core.files.Wildcards;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.spi.Outcome;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A choice of rows.
 *
 * @param conditions patterns of values
 * @param since the earliest end
 * @param until the latest beginning
 * @param limit most rows; the last ones are chosen
 */
public record EndedFilter(
    Map<Condition, Wildcards> conditions, Instant since, Instant until, int limit) {
  /** Conditions on a row. In their texts {@code *} stands for any characters. */
  public enum Condition {
    OUTCOME,
    STATUS,
    CLIENT,
    ROOT,
    APPLICATION,
    FILE,
    ID;

    /** The name of its option, e.g. {@code outcome}. */
    public String option() {
      return name().toLowerCase(Locale.ROOT);
    }

    private Stream<String> values(EndedTransfer row) {
      return switch (this) {
        case OUTCOME ->
            row.outcome() == Outcome.COMPLETED
                ? Stream.of(row.outcome().label())
                : Stream.of(row.outcome().label(), INCOMPLETE);
        case STATUS -> Stream.of(String.valueOf(row.status()));
        case CLIENT -> Stream.of(row.client(), row.identity());
        case ROOT -> Stream.of(row.root());
        case APPLICATION -> Stream.of(row.application());
        case FILE -> Stream.of(row.file());
        case ID -> Stream.of(row.id(), row.downloadId());
      };
    }
  }

  /** Stands for each outcome but {@link Outcome#COMPLETED}. */
  public static final String INCOMPLETE = "incomplete";

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
      Map<Condition, String> texts, String since, String until, int limit, ZonedDateTime now) {
    if (limit < 1) {
      throw new IllegalArgumentException("The limit must be at least 1 (found " + limit + ").");
    }
    Map<Condition, Wildcards> conditions = new EnumMap<>(Condition.class);
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

  private static Wildcards pattern(Condition condition, String text) {
    if (condition == Condition.OUTCOME && !outcomes().anyMatch(text::equals)) {
      throw new IllegalArgumentException(
          "There is no outcome \"%s\". There are %s."
              .formatted(text, outcomes().collect(Collectors.joining(", "))));
    }
    return new Wildcards(condition == Condition.CLIENT ? NodeAddress.listed(text) : text, false);
  }

  /** The values of {@link Condition#OUTCOME}. */
  public static Stream<String> outcomes() {
    return Stream.concat(
        Arrays.stream(Outcome.values()).map(Outcome::label), Stream.of(INCOMPLETE));
  }

  /** Whether a row is chosen, but for the limit. */
  boolean accepts(EndedTransfer row) {
    return !row.time().isBefore(since)
        && !row.time().minus(row.duration()).isAfter(until)
        && conditions.entrySet().stream().allMatch(one -> holds(one.getKey(), one.getValue(), row));
  }

  private static boolean holds(Condition condition, Wildcards wanted, EndedTransfer row) {
    return condition.values(row).anyMatch(wanted::matches);
  }
}
