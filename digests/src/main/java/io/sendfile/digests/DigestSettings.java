package io.sendfile.digests;

import io.sendfile.spi.PlugIn.Property;
import java.util.List;
import java.util.Map;

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
  private static final Property SIDECAR_FILES =
      Property.of(
          "sidecar-files", "whether NAME.sha256 and NAME.sha512 beside a file are read", "true");
  private static final Property EXTENDED_ATTRIBUTES =
      Property.of(
          "extended-attributes",
          "whether the attributes user.shatag.sha256 and user.shatag.ts of a file are read",
          "true");
  private static final Property STORE_CHECKSUMS =
      Property.of("store-checksums", "whether a SHA-256 that a store tells is passed on", "true");
  private static final Property BACKGROUND_REQUESTS =
      Property.of(
          "background-requests",
          "requests within an hour after which the SHA-256 of a file without a digest is computed;"
              + " 0: of none",
          "0");
  private static final Property BACKGROUND_BYTES_PER_SECOND =
      Property.of(
          "background-bytes-per-second",
          "highest rate of reading for that, of all local files and of each share",
          "20000000");
  private static final Property KNOWN_FILES =
      Property.of(
          "known-files",
          "files about which something is kept in memory, some 400 bytes each",
          "10000");
  private static final Property RECHECK_SECONDS =
      Property.of(
          "recheck-seconds", "time after which a file that is asked for is looked at again", "60");

  /** The properties. */
  static final List<Property> PROPERTIES =
      List.of(
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
        number(BACKGROUND_REQUESTS, properties, 0, 1_000_000),
        number(BACKGROUND_BYTES_PER_SECOND, properties, 10_000, 2_000_000_000),
        number(KNOWN_FILES, properties, 1, 1_000_000),
        number(RECHECK_SECONDS, properties, 1, 86_400));
  }

  /** Whether files on this machine are looked at. */
  boolean looks() {
    return sidecarFiles || extendedAttributes || backgroundRequests > 0;
  }

  private static boolean flag(Property property, Map<String, String> properties) {
    String value = properties.getOrDefault(property.name(), property.usual());
    if (!value.equals("true") && !value.equals("false")) {
      throw new IllegalArgumentException(
          "%s must be true or false, not \"%s\"; the default is %s"
              .formatted(property.name(), value, property.usual()));
    }
    return value.equals("true");
  }

  private static int number(
      Property property, Map<String, String> properties, int least, int most) {
    String value = properties.getOrDefault(property.name(), property.usual());
    boolean digits = value.matches("[0-9]{1,10}");
    long number = digits ? Long.parseLong(value) : -1;
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          "%s must be a number from %d to %d, not \"%s\"; the default is %s"
              .formatted(property.name(), least, most, value, property.usual()));
    }
    return (int) number;
  }
}
