package io.sendfile.core.settings;

import io.sendfile.spi.Amounts;
import io.sendfile.spi.Unit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Numbers of a unit. Immutable. */
public sealed interface NumberRule extends ValueRule {
  /** Plain numbers that a long can hold. */
  Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  @Override
  String counted();

  @Override
  default String unit() {
    return counted();
  }

  /** Its multiples, such as kilobytes; empty for a unit without. */
  default Optional<Unit> multiples() {
    return Unit.named(counted());
  }

  @Override
  default String plain(String text) {
    return multiples()
        .map(unit -> unit.parse(text))
        .filter(OptionalLong::isPresent)
        .map(amount -> Long.toString(amount.getAsLong()))
        .orElse(text);
  }

  @Override
  default String hint() {
    return multiples().map(unit -> "; write multiples as in " + unit.examples()).orElse("");
  }

  /** The meaning of 0; empty where it has none of its own. */
  String zeroMeans();

  @Override
  default String meaning(String value) {
    if (!DIGITS.matcher(value).matches()) {
      return "";
    }
    long number = Long.parseLong(value);
    return number == 0
        ? zeroMeans()
        : multiples()
            .flatMap(unit -> Amounts.words(unit, number))
            .map(words -> counted().endsWith("per second") ? words + "/s" : words)
            .orElse("");
  }

  /**
   * A whole number.
   *
   * @param min smallest value allowed
   * @param max largest value allowed
   * @param counted e.g. {@code bytes}
   * @param zeroMeans meaning of 0, or empty
   */
  record WholeRule(long min, long max, String counted, String zeroMeans) implements NumberRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      if (!DIGITS.matcher(value).matches()) {
        return false;
      }
      long number = Long.parseLong(value);
      return number >= min && number <= max;
    }

    @Override
    public String allowed(KnownNames known) {
      String range = "a whole number of " + counted + " from " + min + " to " + max;
      return zeroMeans.isEmpty() ? range : range + "; 0 means " + zeroMeans;
    }

    @Override
    public Object parsed(String value) {
      return Long.valueOf(value);
    }
  }

  /**
   * Nothing, which is any number, or a whole number from 0, which keeps out.
   *
   * @param max largest value allowed
   * @param counted e.g. {@code bytes}
   */
  record OptionalRule(long max, String counted) implements NumberRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return value.isEmpty() || (DIGITS.matcher(value).matches() && Long.parseLong(value) <= max);
    }

    @Override
    public String allowed(KnownNames known) {
      return "a whole number of %s from 0 to %s, where 0 keeps out, or empty for any number"
          .formatted(counted, max);
    }

    @Override
    public String zeroMeans() {
      return "keeps out";
    }
  }

  /**
   * A whole number, limited by its digits only, or a percentage.
   *
   * @param digits most digits
   * @param counted e.g. {@code bytes}
   * @param whole the whole of the percentage, to follow "100%"
   */
  record QuotaRule(int digits, String counted, String whole) implements NumberRule {
    private static final Pattern FORM = Pattern.compile("[0-9]+|([1-9][0-9]?|100)%");

    @Override
    public boolean accepts(String value, KnownNames known) {
      return FORM.matcher(value).matches() && (value.endsWith("%") || value.length() <= digits);
    }

    @Override
    public String allowed(KnownNames known) {
      return String.format(
          "a whole number of %s of up to %s digits, or a percentage from 1%% to 100%%"
              + " %s; 0 means %s",
          counted, digits, whole, zeroMeans());
    }

    @Override
    public String zeroMeans() {
      return "no limit";
    }

    @Override
    public String unit() {
      return counted + " or %";
    }
  }
}
