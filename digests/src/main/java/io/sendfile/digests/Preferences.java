package io.sendfile.digests;

import io.sendfile.core.http.Dictionary;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Wishes of a client by {@code Want-Repr-Digest} (RFC 9530 section 4).
 *
 * @param weights of the algorithms that it names, from 0, not acceptable, to 10; null if it names
 *     none in a way that can be understood
 */
record Preferences(@Nullable Map<DigestAlgorithm, Integer> weights) {
  private static final int MOST = 10;
  private static final Preferences NONE = new Preferences(null);

  /**
   * Reads the values of all such fields. A malformed one, or one with a value that is no integer
   * from 0 to 10, counts as absent.
   */
  static Preferences of(List<String> fields) {
    if (fields.isEmpty()) {
      return NONE;
    }
    Map<String, Integer> members = new HashMap<>();
    boolean read =
        Dictionary.read(String.join(", ", fields), (key, value) -> members.put(key, weight(value)));
    if (!read || members.containsValue(-1)) {
      return NONE;
    }
    Map<DigestAlgorithm, Integer> weights = new EnumMap<>(DigestAlgorithm.class);
    for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
      Integer weight = members.get(algorithm.key());
      if (weight != null) {
        weights.put(algorithm, weight);
      }
    }
    return new Preferences(weights);
  }

  /** A number of a member; -1 if it is none. */
  private static int weight(String value) {
    boolean number = value.length() <= 2 && value.chars().allMatch(c -> c >= '0' && c <= '9');
    int weight = number ? Integer.parseInt(value) : -1;
    return weight <= MOST ? weight : -1;
  }

  /**
   * The value of {@code Repr-Digest}: all digests for a client that wants none in particular,
   * otherwise the one it prefers. One that it does not name comes after those it names, as it may
   * still be of use.
   *
   * @param known in base64
   * @return null if there is none, or none that is acceptable
   */
  @Nullable String choose(Map<DigestAlgorithm, String> known) {
    Map<DigestAlgorithm, Integer> wanted = weights;
    if (wanted == null) {
      return known.isEmpty()
          ? null
          : known.entrySet().stream()
              .map(each -> member(each.getKey(), each.getValue()))
              .collect(Collectors.joining(", "));
    }
    String best = null;
    double weight = 0;
    for (Map.Entry<DigestAlgorithm, String> each : known.entrySet()) {
      Integer told = wanted.get(each.getKey());
      double its = told == null ? 0.5 : told;
      if (its > weight) {
        best = member(each.getKey(), each.getValue());
        weight = its;
      }
    }
    return best;
  }

  private static String member(DigestAlgorithm algorithm, String base64) {
    return algorithm.key() + "=:" + base64 + ":";
  }
}
