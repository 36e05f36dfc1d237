package io.sendfile.digests;

import java.util.Map;
import java.util.Set;

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
  private static final String SIDECAR_FILES = "sidecar-files";
  private static final String EXTENDED_ATTRIBUTES = "extended-attributes";
  private static final String STORE_CHECKSUMS = "store-checksums";
  private static final String BACKGROUND_REQUESTS = "background-requests";
  private static final String BACKGROUND_BYTES_PER_SECOND = "background-bytes-per-second";
  private static final String KNOWN_FILES = "known-files";
  private static final String RECHECK_SECONDS = "recheck-seconds";

  /** Names of the properties. */
  static final Set<String> NAMES =
      Set.of(
          SIDECAR_FILES,
          EXTENDED_ATTRIBUTES,
          STORE_CHECKSUMS,
          BACKGROUND_REQUESTS,
          BACKGROUND_BYTES_PER_SECOND,
          KNOWN_FILES,
          RECHECK_SECONDS);

  /**
   * Reads the properties.
   *
   * @throws IllegalArgumentException with a sentence, if one is not allowed
   */
  static DigestSettings of(Map<String, String> properties) {
    return new DigestSettings(
        flag(SIDECAR_FILES, properties),
        flag(EXTENDED_ATTRIBUTES, properties),
        flag(STORE_CHECKSUMS, properties),
        number(BACKGROUND_REQUESTS, properties, 0, 0, 1_000_000),
        number(BACKGROUND_BYTES_PER_SECOND, properties, 20_000_000, 10_000, 2_000_000_000),
        number(KNOWN_FILES, properties, 10_000, 1, 1_000_000),
        number(RECHECK_SECONDS, properties, 60, 1, 86_400));
  }

  /** Whether files on this machine are looked at. */
  boolean looks() {
    return sidecarFiles || extendedAttributes || backgroundRequests > 0;
  }

  private static boolean flag(String name, Map<String, String> properties) {
    String value = properties.getOrDefault(name, "true");
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException(
          name + " must be true or false, not \"" + value + "\"; the default is true");
    }
    return value.equals("true");
  }

  private static int number(
      String name, Map<String, String> properties, int usual, int least, int most) {
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
}
