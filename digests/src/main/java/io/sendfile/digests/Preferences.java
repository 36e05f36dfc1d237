package io.sendfile.digests;

import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Wishes of a client by {@code Want-Repr-Digest} (RFC 9530 section 4).
 *
 * @param weights of the algorithms that it names, from 0, not acceptable, to 10; empty if it has no
 *     wish
 */
record Preferences(Map<String, Integer> weights) {
  /**
   * The value of {@code Repr-Digest}: all digests for a client that wants none in particular,
   * otherwise the one it prefers. One that it does not name comes after those it names, as it may
   * still be of use.
   *
   * @param known in base64
   * @return null if there is none, or none that is acceptable
   */
  @Nullable String choose(Map<DigestAlgorithm, String> known) {
    if (weights.isEmpty()) {
      return known.isEmpty()
          ? null
          : known.entrySet().stream()
              .map(each -> member(each.getKey(), each.getValue()))
              .collect(Collectors.joining(", "));
    }
    String best = null;
    double weight = 0;
    for (Map.Entry<DigestAlgorithm, String> each : known.entrySet()) {
      Integer told = weights.get(each.getKey().key());
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
