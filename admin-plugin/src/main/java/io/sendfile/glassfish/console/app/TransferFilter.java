package io.sendfile.glassfish.console.app;

import io.sendfile.core.files.Wildcards;
import io.sendfile.core.http.AddressRange;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.core.transfer.ClientPattern;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A filter of running transfers: words that must all match, as in {@code client:10.0.* rate<50k
 * sunrise}: conditions, or parts of their identification, in any case; {@code *} stands for any
 * characters. Quotes keep blanks in a word. Immutable.
 */
final class TransferFilter {
  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"]++|\"[^\"]*+\"?+)++");
  private static final Pattern CONDITION =
      Pattern.compile("([a-z]+)([:<>])(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern UNSAFE = Pattern.compile("[\\s\"]");

  /** Short for an application. */
  private static final String APP = "app";

  private final List<Predicate<TransferRow>> words;

  private TransferFilter(List<Predicate<TransferRow>> words) {
    this.words = words;
  }

  /**
   * Parses a filter.
   *
   * @throws IllegalArgumentException with a sentence, for an invalid word
   */
  static TransferFilter parse(String text) {
    return new TransferFilter(
        WORD.matcher(text).results().map(word -> word(word.group().replace("\"", ""))).toList());
  }

  /** Whether all words fit. */
  boolean accepts(TransferRow row) {
    return words.stream().allMatch(word -> word.test(row));
  }

  /** The word that asks for rows with exactly this text. */
  static String word(TextCondition condition, String text) {
    String safe = UNSAFE.matcher(text).find() ? '"' + text.replace('"', '*') + '"' : text;
    return condition.label() + ":" + safe;
  }

  /**
   * Tells which conditions words resemble that begin like one, but are texts; empty without any.
   */
  static String resembled(String text) {
    return WORD.matcher(text)
        .results()
        .map(word -> CONDITION.matcher(word.group()))
        .filter(word -> word.matches() && word.group(2).equals(":"))
        .map(word -> word.group(1).toLowerCase(Locale.ROOT))
        .filter(name -> !name.equals(APP) && find(TextCondition.values(), name).isEmpty())
        .flatMap(TransferFilter::near)
        .collect(Collectors.joining());
  }

  private static Stream<String> near(String name) {
    return Stream.of(TextCondition.values())
        .map(TextCondition::label)
        .filter(known -> Math.abs(known.length() - name.length()) <= 1)
        .filter(known -> !Collections.disjoint(shortened(known), shortened(name)))
        .map(known -> " There is no condition “%s:”; there is “%s:”.".formatted(name, known));
  }

  /** A word with at most one letter less: words that differ by one letter have one in common. */
  private static List<String> shortened(String word) {
    return IntStream.rangeClosed(0, word.length())
        .mapToObj(i -> word.substring(0, i) + word.substring(Math.min(i + 1, word.length())))
        .toList();
  }

  private static Predicate<TransferRow> word(String word) {
    Matcher condition = CONDITION.matcher(word);
    if (!condition.matches()) {
      return plain(word);
    }
    String name = condition.group(1).toLowerCase(Locale.ROOT);
    String value = condition.group(3);
    return condition.group(2).equals(":")
        ? text(word, name, value)
        : number(word, name, condition.group(2).equals("<"), value);
  }

  private static Predicate<TransferRow> plain(String word) {
    Predicate<String> wanted =
        word.contains("/") && AddressRange.isMeant(word)
            ? ClientPattern.parse(word, true)
            : new Wildcards('*' + NodeAddress.listed(word) + '*', true)::matches;
    return row -> row.matches(wanted);
  }

  private static Predicate<TransferRow> text(String word, String name, String value) {
    if (find(NumberCondition.values(), name).isPresent()) {
      throw new IllegalArgumentException(
          "“%s” compares nothing; write %s<… or %s>….".formatted(Text.line(word), name, name));
    }
    Optional<TextCondition> condition =
        find(TextCondition.values(), name.equals(APP) ? TextCondition.APPLICATION.label() : name);
    if (condition.isEmpty()) {
      // A file by its root, as in media:films, or an address of IPv6.
      return plain(word);
    }
    Predicate<String> wanted =
        condition.get() == TextCondition.CLIENT
            ? ClientPattern.parse(value, true)
            : new Wildcards(value, true)::matches;
    return row -> condition.get().texts(row).anyMatch(wanted);
  }

  private static Predicate<TransferRow> number(
      String word, String name, boolean less, String value) {
    NumberCondition condition =
        find(NumberCondition.values(), name)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "“%s” compares no number that there is. There are %s; and %s with a colon, as in client:10.0.*."
                            .formatted(
                                Text.line(word),
                                names(NumberCondition.values()),
                                names(TextCondition.values()))));
    OptionalLong limit = condition.parse(value);
    if (limit.isEmpty()) {
      throw new IllegalArgumentException(
          "“%s” has no amount. Give one such as %s."
              .formatted(Text.line(word), condition.examples()));
    }
    long than = limit.getAsLong();
    return less ? row -> condition.number(row) < than : row -> condition.number(row) > than;
  }

  private static <T extends Enum<T>> Optional<T> find(T[] all, String name) {
    return Arrays.stream(all).filter(each -> each.name().equalsIgnoreCase(name)).findFirst();
  }

  private static String names(Enum<?>[] all) {
    return Stream.of(all)
        .map(each -> each.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}
