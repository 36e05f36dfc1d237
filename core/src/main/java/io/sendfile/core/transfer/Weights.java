package io.sendfile.core.transfer;

import java.util.HashMap;
import java.util.Map;

/**
 * Weights by name. Immutable.
 *
 * @param named the weights that differ from the usual one
 */
public record Weights(Map<String, Integer> named) {
  /** The weight of all others. */
  public static final int USUAL = 1;

  /** All have the same. */
  public static final Weights EQUAL = new Weights(Map.of());

  private static final int MOST = 1000;

  public Weights {
    named = Map.copyOf(named);
  }

  /**
   * Parses names with their weights, e.g. {@code shop=3,intranet=2}.
   *
   * @throws IllegalArgumentException for a name without a weight from 1 to 1000, or with two
   */
  public static Weights parse(String text) {
    if (text.isBlank()) {
      return EQUAL;
    }
    Map<String, Integer> named = new HashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.lastIndexOf('=');
      String name = part.substring(0, Math.max(0, equals)).trim();
      String weight = part.substring(equals + 1).trim();
      if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException("'" + part + "' must be a name, '=' and a weight");
      }
      if (!weight.matches("[1-9][0-9]{0,3}") || Integer.parseInt(weight) > MOST) {
        throw new IllegalArgumentException("the weight of '" + name + "' must be 1 to " + MOST);
      }
      if (named.put(name, Integer.valueOf(weight)) != null) {
        throw new IllegalArgumentException("'" + name + "' must have one weight");
      }
    }
    return new Weights(named);
  }

  int of(String name) {
    return named.isEmpty() ? USUAL : named.getOrDefault(name, USUAL);
  }
}
