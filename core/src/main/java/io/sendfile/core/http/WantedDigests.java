package io.sendfile.core.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reader of {@code Want-Repr-Digest} (RFC 9530 section 4). */
public final class WantedDigests {
  private static final int MOST = 10;

  private WantedDigests() {}

  /**
   * The weights of algorithms by the values of all such fields, from 0, not acceptable, to 10.
   *
   * @return empty if there are none: a malformed field, or one with another value, counts as absent
   */
  public static Map<String, Integer> read(List<String> fields) {
    Map<String, Integer> weights = new HashMap<>();
    boolean read =
        Dictionary.read(String.join(", ", fields), (key, value) -> weights.put(key, weight(value)));
    return read && !weights.containsValue(-1) ? weights : Map.of();
  }

  /** A number of a member; -1 if it is none. */
  private static int weight(String value) {
    boolean number = value.length() <= 2 && value.chars().allMatch(c -> c >= '0' && c <= '9');
    int weight = number ? Integer.parseInt(value) : -1;
    return weight <= MOST ? weight : -1;
  }
}
