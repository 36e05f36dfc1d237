package io.sendfile.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Conclusions from the rounds of {@code measure-sendfile} on one server: a pure function of its
 * rows.
 */
public final class Conclusions {
  /** The limit of each conclusion, in a sentence. */
  public static final String NOT_MEASURED =
      "Not measured: real networks, files on disks, TLS, HTTP/2, and the work of applications.";

  /** With four rounds each, all of one value exceed all of the other by chance once in 70 times. */
  private static final int LEAST_ROUNDS = 4;

  private static final List<String> SITUATION =
      List.of(MeasurementRows.SETTING, MeasurementRows.FILE_BYTES, MeasurementRows.CLIENTS);

  private final List<Map<String, String>> rounds;

  /** Conclusions from these rows, each of one round. */
  public Conclusions(List<Map<String, String>> rounds) {
    this.rounds = List.copyOf(rounds);
  }

  /**
   * Compares the value of a row with the value in force, in the situation of the row.
   *
   * @return {@link Difference#UNKNOWN} for the value in force itself, too
   */
  public Difference difference(Map<String, String> row) {
    List<Map<String, String>> there =
        rounds.stream().filter(round -> situation(round).equals(situation(row))).toList();
    List<Map<String, String>> inForce = there.stream().filter(Conclusions::isInForce).toList();
    List<Map<String, String>> value =
        there.stream().filter(round -> value(round).equals(value(row))).toList();
    if (isInForce(row) || !suffice(value) || !suffice(inForce)) {
      return Difference.UNKNOWN;
    }
    return Arrays.stream(MeasuredFigure.values())
        .map(figure -> figure.compare(value, inForce))
        .reduce(Difference.NONE, Difference::and);
  }

  /**
   * Whether the evidence supports the value of a row: it was compared with the value in force for
   * fast clients and for slow ones, is better in one situation, and worse in none.
   */
  public boolean supports(Map<String, String> row) {
    Map<List<String>, Map<String, String>> situations = new LinkedHashMap<>();
    rounds.stream()
        .filter(round -> setting(round).equals(setting(row)) && value(round).equals(value(row)))
        .forEach(round -> situations.putIfAbsent(situation(round), round));
    List<Difference> differences = situations.values().stream().map(this::difference).toList();
    return situations.values().stream().map(Conclusions::isPaced).distinct().count() == 2
        && differences.contains(Difference.BETTER)
        && differences.stream()
            .allMatch(each -> each == Difference.BETTER || each == Difference.NONE);
  }

  /** A sentence about each setting, and one about the load of the machine if it is known. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    rounds.stream()
        .map(Conclusions::setting)
        .distinct()
        .forEach(setting -> sentences.add(sentence(setting)));
    load().ifPresent(sentences::add);
    return sentences;
  }

  /**
   * The conclusion about a setting, in a sentence.
   *
   * @param setting the name of its attribute
   */
  String sentence(String setting) {
    List<Map<String, String>> those =
        rounds.stream().filter(round -> setting(round).equals(setting)).toList();
    if (those.stream().allMatch(row -> difference(row) == Difference.UNKNOWN)) {
      return setting
          + ": not compared, which takes "
          + LEAST_ROUNDS
          + " rounds of the value in force and of another one.";
    }
    String better =
        those.stream()
            .filter(this::supports)
            .map(Conclusions::value)
            .distinct()
            .collect(Collectors.joining(", "));
    return better.isEmpty()
        ? setting + ": no value is better than the one in force in one situation and worse in none."
        : setting
            + ": better than the value in force in one situation, beyond the noise of the rounds,"
            + " and worse in none: "
            + better
            + ".";
  }

  /** The load of the machine meanwhile, in a sentence; empty if no row has it. */
  private Optional<String> load() {
    List<Map<String, String>> known =
        rounds.stream()
            .filter(row -> !text(row, MeasurementRows.PROCESSORS_BUSY).isEmpty())
            .filter(row -> !text(row, MeasurementRows.LOAD_AVERAGE).isEmpty())
            .toList();
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "Meanwhile the server kept %.1f of %s processors busy, clients included; the"
                    + " system's load average was up to %.2f.",
                numbers(known, MeasurementRows.PROCESSORS_BUSY).average().orElse(0),
                text(known.get(0), MeasurementRows.PROCESSORS),
                numbers(known, MeasurementRows.LOAD_AVERAGE).max().orElse(0)));
  }

  private static DoubleStream numbers(List<Map<String, String>> rounds, String key) {
    return rounds.stream().mapToDouble(row -> Double.parseDouble(text(row, key)));
  }

  /** A row of each value and situation, with the median of each figure over the rounds. */
  public List<Map<String, String>> medians() {
    return rounds.stream()
        .collect(
            Collectors.groupingBy(
                round -> List.of(situation(round), value(round)),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .stream()
        .map(Conclusions::median)
        .toList();
  }

  /** The median of each figure; a failed round if there is one. */
  private static Map<String, String> median(List<Map<String, String>> rounds) {
    Map<String, String> first =
        rounds.stream().filter(Conclusions::isFailed).findFirst().orElse(rounds.get(0));
    Map<String, String> median = new LinkedHashMap<>(first);
    if (!isFailed(first)) {
      MeasurementRows.FIGURES.forEach(
          key -> median.computeIfPresent(key, (k, v) -> median(rounds, k)));
    }
    return median;
  }

  private static String median(List<Map<String, String>> rounds, String key) {
    List<String> sorted =
        rounds.stream()
            .map(round -> text(round, key))
            .filter(text -> !text.isEmpty())
            .sorted(Comparator.comparingDouble(Double::parseDouble))
            .toList();
    return sorted.isEmpty() ? "" : sorted.get((sorted.size() - 1) / 2);
  }

  private static boolean suffice(List<Map<String, String>> rounds) {
    return rounds.size() >= LEAST_ROUNDS && rounds.stream().noneMatch(Conclusions::isFailed);
  }

  private static List<String> situation(Map<String, String> row) {
    return SITUATION.stream().map(key -> text(row, key)).toList();
  }

  private static String setting(Map<String, String> row) {
    return text(row, MeasurementRows.SETTING);
  }

  private static String value(Map<String, String> row) {
    return text(row, MeasurementRows.VALUE);
  }

  private static boolean isInForce(Map<String, String> row) {
    return text(row, MeasurementRows.IN_FORCE).equals("true");
  }

  private static boolean isFailed(Map<String, String> row) {
    return !text(row, MeasurementRows.FAILURE).isEmpty();
  }

  private static boolean isPaced(Map<String, String> row) {
    return !List.of("", "0").contains(text(row, MeasurementRows.PACE));
  }

  private static String text(Map<String, String> row, String key) {
    return Objects.requireNonNullElse(row.get(key), "");
  }

  /** Difference of a value from the one in force. */
  public enum Difference {
    /** None beyond the noise of the rounds. */
    NONE("no difference"),
    BETTER("better"),
    WORSE("worse"),
    /** Better in one figure, worse in another. */
    MIXED("better and worse"),
    /** Too few rounds, a failure, or one of the two not measured. */
    UNKNOWN("not compared");

    private final String text;

    Difference(String text) {
      this.text = text;
    }

    /** The difference of two figures together. */
    Difference and(Difference other) {
      if (this == other || other == NONE) {
        return this;
      }
      return this == NONE ? other : MIXED;
    }

    /** The difference in words. */
    public String text() {
      return text;
    }
  }
}
