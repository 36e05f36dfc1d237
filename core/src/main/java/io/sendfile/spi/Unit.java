package io.sendfile.spi;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A unit in which amounts are kept, and its multiples, as administrators may write them. As in all
 * output of the module, {@code k}, {@code M}, {@code G} and {@code T} are powers of 1000; {@code
 * Ki} to {@code Ti} are powers of 1024.
 */
public enum Unit {
  /** {@code 64k}, {@code 5M}, {@code 16Mi}, {@code 1.5GB}; in any case. */
  BYTES("64k, 5M or 16Mi", sizes()),
  /** {@code 500ms}, {@code 30s}. */
  MILLISECONDS("500ms or 30s", times("0.001")),
  /** {@code 30s}, {@code 5m}, {@code 12h}, {@code 7d}; also {@code w} and {@code y}. */
  SECONDS("30s, 5m, 12h or 7d", times("1"));

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?)([A-Za-z]{0,3})");

  /** Most decimals of {@link #words}. */
  private static final int DECIMALS = 2;

  private static final int LONGEST_NUMBER = 4;

  /** A multiple of the unit, with its name in output and its shorter one. */
  private record Multiple(String name, String letters, BigDecimal factor) {
    boolean isNamed(String suffix, boolean anyCase) {
      return anyCase
          ? suffix.equalsIgnoreCase(name) || suffix.equalsIgnoreCase(letters)
          : suffix.equals(name) || suffix.equals(letters);
    }
  }

  private final String examples;
  private final List<Multiple> multiples;

  Unit(String examples, List<Multiple> multiples) {
    this.examples = examples;
    this.multiples = multiples;
  }

  private static List<Multiple> sizes() {
    return List.of(
        size("B", "B", 1, 1),
        size("kB", "k", 1000, 1),
        size("KiB", "Ki", 1024, 1),
        size("MB", "M", 1000, 2),
        size("MiB", "Mi", 1024, 2),
        size("GB", "G", 1000, 3),
        size("GiB", "Gi", 1024, 3),
        size("TB", "T", 1000, 4),
        size("TiB", "Ti", 1024, 4));
  }

  private static Multiple size(String name, String letters, int base, int power) {
    return new Multiple(name, letters, BigDecimal.valueOf(base).pow(power));
  }

  private static List<Multiple> times(String unitSeconds) {
    return List.of(
        time("ms", "ms", "0.001", unitSeconds),
        time("s", "s", "1", unitSeconds),
        time("min", "m", "60", unitSeconds),
        time("h", "h", "3600", unitSeconds),
        time("d", "d", "86400", unitSeconds),
        time("w", "w", "604800", unitSeconds),
        time("y", "y", "31536000", unitSeconds));
  }

  private static Multiple time(String name, String letters, String seconds, String unitSeconds) {
    return new Multiple(name, letters, new BigDecimal(seconds).divide(new BigDecimal(unitSeconds)));
  }

  /** The unit of that name, such as {@code bytes per second}; empty for one without multiples. */
  public static Optional<Unit> named(String name) {
    return switch (name) {
      case "bytes", "bytes per second" -> Optional.of(BYTES);
      case "milliseconds" -> Optional.of(MILLISECONDS);
      case "seconds" -> Optional.of(SECONDS);
      default -> Optional.empty();
    };
  }

  /**
   * The unit of a plug-in's property, by its name, such as {@code cache-bytes}; empty for one that
   * is no amount.
   */
  public static Optional<Unit> ofProperty(String name) {
    if (name.endsWith("-bytes") || name.endsWith("-bytes-per-second")) {
      return Optional.of(BYTES);
    }
    if (name.endsWith("-millis")) {
      return Optional.of(MILLISECONDS);
    }
    return name.endsWith("-seconds") ? Optional.of(SECONDS) : Optional.empty();
  }

  /** The value of a plug-in's property as that gets it: an amount such as {@code 5M} in digits. */
  public static String plain(String property, String value) {
    return ofProperty(property)
        .map(unit -> unit.parse(value))
        .filter(OptionalLong::isPresent)
        .map(amount -> Long.toString(amount.getAsLong()))
        .orElse(value);
  }

  /** A few values, as in {@code 64k, 5M or 16Mi}. */
  public String examples() {
    return examples;
  }

  /**
   * Parses an amount, in this unit unless it has a suffix. Empty for any other text, and for an
   * amount that is not a whole number, or does not fit into a long.
   */
  public OptionalLong parse(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches() ? amount(form.group(1), form.group(2)) : OptionalLong.empty();
  }

  /** Like {@link #parse}, but empty for a plain number. */
  public OptionalLong parseWithSuffix(String text) {
    return text.isEmpty() || Character.isLetter(text.charAt(text.length() - 1))
        ? parse(text)
        : OptionalLong.empty();
  }

  private OptionalLong amount(String number, String suffix) {
    Optional<BigDecimal> factor =
        suffix.isEmpty()
            ? Optional.of(BigDecimal.ONE)
            : multiples.stream()
                .filter(each -> each.isNamed(suffix, this == BYTES))
                .map(Multiple::factor)
                .findFirst();
    try {
      return factor
          .map(each -> OptionalLong.of(new BigDecimal(number).multiply(each).longValueExact()))
          .orElse(OptionalLong.empty());
    } catch (ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * The amount in a larger unit, as in {@code 16 MiB} and {@code 1.5 h}; empty where that is no
   * short number.
   */
  public Optional<String> words(long amount) {
    BigDecimal exact = BigDecimal.valueOf(amount);
    return multiples.stream()
        .filter(each -> each.factor().compareTo(BigDecimal.ONE) > 0)
        .filter(each -> each.factor().compareTo(exact) <= 0)
        .flatMap(each -> quotient(exact, each).stream())
        .filter(words -> words.indexOf(' ') <= LONGEST_NUMBER)
        .reduce((one, larger) -> larger.length() <= one.length() ? larger : one);
  }

  private static Optional<String> quotient(BigDecimal amount, Multiple multiple) {
    BigDecimal[] parts = amount.movePointRight(DECIMALS).divideAndRemainder(multiple.factor());
    return parts[1].signum() == 0
        ? Optional.of(
            parts[0].movePointLeft(DECIMALS).stripTrailingZeros().toPlainString()
                + " "
                + multiple.name())
        : Optional.empty();
  }
}
