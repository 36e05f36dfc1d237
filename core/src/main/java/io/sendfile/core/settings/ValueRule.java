package io.sendfile.core.settings;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The values accepted by a {@link Setting}, as a test and in words. Immutable. */
public interface ValueRule {
  /** Whether the value may be used, given the names that exist now. */
  boolean accepts(String value, KnownNames known);

  /** The allowed values, to follow "must be". */
  String allowed(KnownNames known);

  /** The allowed values where neither plug-ins nor the server's Java are known. */
  default String documented() {
    return allowed(KnownNames.BUILT_IN);
  }

  /** The unit, e.g. {@code bytes}; empty for values that are no numbers. */
  default String unit() {
    return "";
  }

  /** The unit of a plain number, e.g. {@code bytes}; empty for values that are no numbers. */
  default String counted() {
    return "";
  }

  /**
   * The plain value of a text such as {@code 5M} or {@code 12h}, for domain.xml; any other text
   * unchanged.
   */
  default String plain(String text) {
    return text;
  }

  /** A hint about the forms that {@link #plain} understands, to follow a fault; empty for none. */
  default String hint() {
    return "";
  }

  /** A readable form of an accepted value, as in {@code 16 MiB} and "no limit"; empty for none. */
  default String meaning(String value) {
    return "";
  }

  /** A value in logs, histories and messages: itself, unless it is a secret. */
  default String shown(String value) {
    return value;
  }

  /** Whether a value may be the name of a usable plug-in. */
  default boolean namesPlugIns() {
    return false;
  }

  /** All values, where they can be listed; else none. */
  default List<String> choices(KnownNames known) {
    return List.of();
  }

  /**
   * The value as a Boolean, a Long, what its word stands for, or the text itself, once accepted.
   */
  default Object parsed(String value) {
    return value;
  }

  /** {@code true} or {@code false}, in any case. */
  record Flag() implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return value.equalsIgnoreCase("false") || value.equalsIgnoreCase("true");
    }

    @Override
    public String allowed(KnownNames known) {
      return "true or false";
    }

    @Override
    public Object parsed(String value) {
      return Boolean.valueOf(value);
    }

    @Override
    public List<String> choices(KnownNames known) {
      return List.of("true", "false");
    }
  }

  /**
   * The name of an algorithm or buffer policy, built in or of a plug-in.
   *
   * @param names finds the existing names
   */
  record PartName(Function<KnownNames, List<String>> names) implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return choices(known).contains(value);
    }

    @Override
    public String allowed(KnownNames known) {
      return "one of " + String.join(", ", choices(known));
    }

    @Override
    public String documented() {
      return allowed(KnownNames.BUILT_IN) + ", or the name of a plug-in";
    }

    @Override
    public List<String> choices(KnownNames known) {
      return names.apply(known);
    }

    @Override
    public boolean namesPlugIns() {
      return true;
    }
  }

  /**
   * One of a few words.
   *
   * @param words all of them
   * @param values what each of them stands for
   */
  record Word(List<String> words, List<?> values) implements ValueRule {
    public Word {
      words = List.copyOf(words);
      values = List.copyOf(values);
    }

    static <T> Word of(T[] values, Function<T, String> word) {
      return new Word(Arrays.stream(values).map(word).toList(), List.of(values));
    }

    @Override
    public boolean accepts(String value, KnownNames known) {
      return words.contains(value);
    }

    @Override
    public String allowed(KnownNames known) {
      return "one of " + String.join(", ", words);
    }

    @Override
    public List<String> choices(KnownNames known) {
      return words;
    }

    @Override
    public Object parsed(String value) {
      return values.get(words.indexOf(value));
    }
  }

  /**
   * A text of a certain form.
   *
   * @param parser throws {@link IllegalArgumentException} for a text of another form
   * @param words the form in words
   */
  record TextRule(Function<String, Object> parser, String words) implements ValueRule {
    /** A text that stays one. */
    static TextRule of(Predicate<String> form, String words) {
      return new TextRule(
          text -> {
            if (!form.test(text)) {
              throw new IllegalArgumentException(text);
            }
            return text;
          },
          words);
    }

    @Override
    public boolean accepts(String value, KnownNames known) {
      try {
        return parsed(value) != null;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    @Override
    public String allowed(KnownNames known) {
      return words;
    }

    @Override
    public Object parsed(String value) {
      return parser.apply(value);
    }
  }

  /**
   * Nothing, or letters and digits that open a door.
   *
   * @param least smallest number of them
   * @param most largest number of them
   */
  record Secret(int least, int most) implements ValueRule {
    @Override
    public boolean accepts(String value, KnownNames known) {
      return value.isEmpty() || value.matches("[A-Za-z0-9]{" + least + "," + most + "}");
    }

    @Override
    public String allowed(KnownNames known) {
      return "empty, or " + least + " to " + most + " letters and digits";
    }

    @Override
    public String shown(String value) {
      return value.isEmpty() ? value : "***";
    }
  }
}
