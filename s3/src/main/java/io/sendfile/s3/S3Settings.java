package io.sendfile.s3;

import io.sendfile.spi.PlugIn.Property;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Properties of the element {@code sendfile-plugin}; docs/stores.md explains each.
 *
 * @param endpoint null for AWS
 * @param credentials null for those of the SDK's default chain
 * @param timeout of a whole call, with its retries
 * @param connections to the store, at most
 * @param retries of a call, after the first try
 * @param cacheBytes on disk, at most
 * @param known time for which an object is not looked for again
 */
record S3Settings(
    @Nullable URI endpoint,
    String region,
    boolean pathStyle,
    @Nullable Credentials credentials,
    Duration timeout,
    int connections,
    int retries,
    Path cacheFolder,
    long cacheBytes,
    int sliceBytes,
    Duration known) {

  /** A key, and the secret that no message may show. */
  record Credentials(String accessKey, String secretKey) {
    @Override
    public String toString() {
      return "of " + accessKey;
    }
  }

  private static final Property ENDPOINT =
      Property.of("endpoint", "URL of the store, http or https; without it AWS", "");
  private static final Property REGION =
      Property.of("region", "region of the bucket; many other stores take any", "us-east-1");
  private static final Property PATH_STYLE =
      Property.of(
          "path-style",
          "true has the bucket in the path of requests, false in the name of the host; without it"
              + " true with an endpoint, else false",
          "");
  private static final Property ACCESS_KEY =
      Property.of(
          "access-key", "name of the key pair; without it the credentials of the environment", "");
  private static final Property SECRET_KEY =
      Property.of("secret-key", "secret of the key pair; both or neither", "");
  private static final Property TIMEOUT =
      Property.of(
          "timeout-seconds",
          "time for finding an object, or fetching a slice, retries included; 1 to 300",
          "10");
  private static final Property CONNECTIONS =
      Property.of(
          "connections", "most connections to the store; four fifths of them fetch slices", "50");
  private static final Property RETRIES =
      Property.of("retries", "tries of a call after the first; 0 to 10", "3");
  private static final Property CACHE_FOLDER =
      Property.of(
          "cache-folder",
          "absolute path of a private folder of this server alone; without it sendfile-cache in the"
              + " folder of the instance",
          "");
  private static final Property CACHE_BYTES =
      Property.of("cache-bytes", "most bytes on disk; at least 16 slices", "10Gi");
  private static final Property SLICE_BYTES =
      Property.of(
          "slice-bytes", "length of a slice; 64Ki to 16Mi; a change fetches all anew", "1Mi");
  private static final Property KNOWN =
      Property.of(
          "known-seconds",
          "time for which size and entity tag of an object are trusted; 0 to 3600",
          "2");

  /** The properties. */
  static final List<Property> PROPERTIES =
      List.of(
          ENDPOINT,
          REGION,
          PATH_STYLE,
          ACCESS_KEY,
          SECRET_KEY,
          TIMEOUT,
          CONNECTIONS,
          RETRIES,
          CACHE_FOLDER,
          CACHE_BYTES,
          SLICE_BYTES,
          KNOWN);

  private static final int LEAST_SLICES = 16;

  /**
   * @param defaultFolder of the cache
   * @throws IllegalArgumentException with the error and its remedy
   */
  static S3Settings of(Map<String, String> properties, Path defaultFolder) {
    String given = properties.get(ENDPOINT.name());
    URI endpoint = given == null ? null : endpoint(given);
    int slice = (int) number(properties, SLICE_BYTES, 64 << 10, 16 << 20);
    return new S3Settings(
        endpoint,
        value(
            REGION.name(),
            REGION.in(properties),
            "the name of a region, such as eu-central-1",
            text -> text.matches("[a-z0-9-]{1,64}") ? text : null),
        value(
            PATH_STYLE.name(),
            properties.getOrDefault(PATH_STYLE.name(), String.valueOf(endpoint != null)),
            "true or false",
            text -> text.matches("true|false") ? Boolean.valueOf(text) : null),
        credentials(properties.get(ACCESS_KEY.name()), properties.get(SECRET_KEY.name())),
        Duration.ofSeconds(number(properties, TIMEOUT, 1, 300)),
        (int) number(properties, CONNECTIONS, 2, 10_000),
        (int) number(properties, RETRIES, 0, 10),
        value(
            CACHE_FOLDER.name(),
            properties.getOrDefault(CACHE_FOLDER.name(), defaultFolder.toString()),
            "an absolute path",
            S3Settings::absolute),
        number(properties, CACHE_BYTES, (long) LEAST_SLICES * slice, 1L << 50),
        slice,
        Duration.ofSeconds(number(properties, KNOWN, 0, 3600)));
  }

  /** The store's name in messages. */
  String storeName() {
    return endpoint == null ? "AWS in region " + region : endpoint.toString();
  }

  private static URI endpoint(String value) {
    try {
      URI endpoint = new URI(value);
      boolean http = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
      if (http
          && endpoint.getHost() != null
          && endpoint.getUserInfo() == null
          && endpoint.getQuery() == null
          && endpoint.getFragment() == null) {
        return endpoint;
      }
    } catch (URISyntaxException e) {
      // As for those that are no address of a server.
    }
    // A value with a password in it is not repeated.
    throw new IllegalArgumentException(
        "endpoint must be a URL such as https://storage.example:9000, without user, query and fragment;"
            + " asadmin wants its colons as \\\\:");
  }

  /**
   * A value of a property.
   *
   * @param must the condition for it, in words
   */
  private static <T> T value(
      String name, String text, String must, Function<String, @Nullable T> parse) {
    T value = parse.apply(text);
    if (value == null) {
      throw new IllegalArgumentException(name + " must be " + must + ", not '" + text + "'");
    }
    return value;
  }

  private static @Nullable Credentials credentials(
      @Nullable String accessKey, @Nullable String secretKey) {
    boolean noAccess = accessKey == null || accessKey.isBlank();
    boolean noSecret = secretKey == null || secretKey.isBlank();
    if (noAccess != noSecret) {
      throw new IllegalArgumentException(
          (noAccess ? ACCESS_KEY : SECRET_KEY).name()
              + " is missing: set both, or neither for the credentials of the environment");
    }
    return accessKey == null || secretKey == null || noAccess
        ? null
        : new Credentials(accessKey, secretKey);
  }

  private static @Nullable Path absolute(String value) {
    try {
      Path path = Path.of(value);
      return path.isAbsolute() ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static long number(
      Map<String, String> properties, Property property, long least, long most) {
    return value(
        property.name(),
        properties.getOrDefault(property.name(), property.in(Map.of())),
        "a number from " + least + " to " + most,
        text -> {
          long number = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
          return number >= least && number <= most ? number : null;
        });
  }
}
