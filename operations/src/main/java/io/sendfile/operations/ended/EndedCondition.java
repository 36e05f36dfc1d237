package io.sendfile.operations.ended;

import io.sendfile.core.files.Wildcards;
import io.sendfile.core.transfer.ClientPattern;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Conditions on a row. In their texts {@code *} stands for any characters. */
public enum EndedCondition {
  OUTCOME,
  STATUS,
  CLIENT,
  ROOT,
  APPLICATION,
  LISTENER,
  FILE,
  ID,
  REASON;

  /** Options of the command that choose refusals: by columns, by the file, and by time. */
  public static final List<String> OF_REFUSALS =
      List.of("reason", "status", "client", "application", "file", "since", "until");

  /** Stands for each outcome but {@link Outcome#COMPLETED}. */
  public static final String INCOMPLETE = "incomplete";

  /** Stands for each failure. */
  private static final String FAILED = "failed";

  /** Stands for each end by an administrator, or with the server or a listener. */
  private static final String STOPPED = "stopped";

  private static final int LEAST_STATUS = 100;
  private static final int NO_STATUS = 600;

  /** Ways in which a transfer ends that lost its file, or could not read it. */
  public static final Set<Outcome> BROKEN = Set.of(Outcome.IO_ERROR, Outcome.CHANGED);

  /** Ways in which a transfer ends whose client took too little. */
  public static final Set<Outcome> SLOW = Set.of(Outcome.STALLED, Outcome.TOO_SLOW);

  /** The text of {@link #OUTCOME} that is any of these. */
  public static String any(Set<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::label).sorted().collect(Collectors.joining(","));
  }

  /** The values of {@link #OUTCOME}; several may stand between commas. */
  public static Stream<String> outcomes() {
    return Stream.concat(
        Arrays.stream(Outcome.values()).map(Outcome::label),
        Stream.of(INCOMPLETE, FAILED, STOPPED));
  }

  /** The name of its option, e.g. {@code outcome}. */
  public String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The statuses of a text such as {@code 206}, {@code 4xx} or {@code 40*}. */
  public static Wildcards statuses(String text) {
    return new Wildcards(text.replaceFirst("^(\\d)xx$", "$1*"), false);
  }

  /**
   * The values that a text chooses.
   *
   * @throws IllegalArgumentException with a sentence, for a text that no value fits
   */
  public Predicate<String> wanted(String text) {
    return switch (this) {
      case OUTCOME -> each(text, EndedCondition::outcome);
      case STATUS -> status(text);
      case CLIENT -> ClientPattern.parse(text, false);
      case LISTENER -> each(text, name -> new Wildcards(name, false)::matches);
      default -> new Wildcards(text, false)::matches;
    };
  }

  /** Any of those between commas. */
  private static Predicate<String> each(String text, Function<String, Predicate<String>> wanted) {
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .map(wanted)
        .reduce(Predicate::or)
        .orElseThrow();
  }

  private static Predicate<String> outcome(String name) {
    if (outcomes().noneMatch(name::equals)) {
      throw new IllegalArgumentException(
          "There is no outcome \"%s\". There are %s."
              .formatted(name, outcomes().collect(Collectors.joining(", "))));
    }
    return name::equals;
  }

  private static Predicate<String> status(String text) {
    Wildcards wanted = statuses(text);
    if (IntStream.range(LEAST_STATUS, NO_STATUS)
        .mapToObj(String::valueOf)
        .noneMatch(wanted::matches)) {
      throw new IllegalArgumentException(
          "There is no status “%s”. Give one such as 206, 4xx or 40*."
              .formatted(Escapes.forTerminal(text)));
    }
    return wanted::matches;
  }

  Stream<String> values(EndedTransfer row) {
    return switch (this) {
      case OUTCOME ->
          row.outcome() == Outcome.COMPLETED
              ? Stream.of(row.outcome().label())
              : Stream.of(
                  row.outcome().label(),
                  INCOMPLETE,
                  row.outcome().isFailure()
                      ? FAILED
                      : row.outcome().isStop() ? STOPPED : INCOMPLETE);
      case STATUS -> Stream.of(String.valueOf(row.status()));
      case CLIENT -> Stream.of(row.client(), row.identity());
      case ROOT -> Stream.of(row.root());
      case APPLICATION -> Stream.of(row.application());
      case LISTENER -> Stream.of(row.listener());
      case FILE -> Stream.of(row.file());
      case ID -> Stream.of(row.id(), row.downloadId());
      case REASON -> Stream.of(row.reason());
    };
  }
}
