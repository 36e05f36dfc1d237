package io.sendfile.digests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The properties of the plug-in.
 *
 * @param sidecarFiles whether files such as {@code NAME.sha256} are read
 * @param extendedAttributes whether those of shatag and cshatag are read
 * @param storeChecksums whether what a store tells is passed on
 * @param backgroundRequests requests within an hour after which a file is read; 0 = never
 * @param backgroundBytesPerSecond highest rate of that
 * @param knownFiles most files about which something is kept in memory
 * @param recheckSeconds time after which a file is looked at again
 */
record DigestSettings(
    boolean sidecarFiles,
    boolean extendedAttributes,
    boolean storeChecksums,
    int backgroundRequests,
    int backgroundBytesPerSecond,
    int knownFiles,
    int recheckSeconds) {
  /**
   * Reads the properties.
   *
   * @throws IllegalArgumentException with a sentence, if one is not known or not allowed
   */
  static DigestSettings of(Map<String, String> properties) {
    Reader reader = new Reader(properties);
    DigestSettings settings =
        new DigestSettings(
            reader.flag("sidecar-files"),
            reader.flag("extended-attributes"),
            reader.flag("store-checksums"),
            reader.number("background-requests", 0, 0, 1_000_000),
            reader.number("background-bytes-per-second", 20_000_000, 10_000, 2_000_000_000),
            reader.number("known-files", 10_000, 1, 1_000_000),
            reader.number("recheck-seconds", 60, 1, 86_400));
    reader.requireNoOther();
    return settings;
  }

  /** Whether files on this machine are looked at. */
  boolean looks() {
    return sidecarFiles || extendedAttributes || backgroundRequests > 0;
  }

  /** Reads properties by their names, and knows those that it was asked for. */
  private static final class Reader {
    private final Map<String, String> properties;
    private final List<String> known = new ArrayList<>();

    Reader(Map<String, String> properties) {
      this.properties = properties;
    }

    boolean flag(String name) {
      known.add(name);
      String value = properties.getOrDefault(name, "true");
      if (!value.equals("true") && !value.equals("false")) {
        throw new IllegalArgumentException(
            name + " must be true or false, not \"" + value + "\"; the default is true");
      }
      return value.equals("true");
    }

    int number(String name, int usual, int least, int most) {
      known.add(name);
      String value = properties.get(name);
      if (value == null) {
        return usual;
      }
      boolean digits = value.matches("[0-9]{1,10}");
      long number = digits ? Long.parseLong(value) : -1;
      if (number < least || number > most) {
        throw new IllegalArgumentException(
            "%s must be a number from %d to %d, not \"%s\"; the default is %d"
                .formatted(name, least, most, value, usual));
      }
      return (int) number;
    }

    void requireNoOther() {
      TreeSet<String> others = new TreeSet<>(properties.keySet());
      others.removeAll(known);
      if (!others.isEmpty()) {
        throw new IllegalArgumentException(
            "there is no property " + others.first() + "; known are " + String.join(", ", known));
      }
    }
  }
}
