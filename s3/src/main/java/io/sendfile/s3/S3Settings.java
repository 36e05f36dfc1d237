package io.sendfile.s3;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
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

  /** Names of the properties. */
  static final Set<String> NAMES =
      Set.of(
          "endpoint",
          "region",
          "path-style",
          "access-key",
          "secret-key",
          "timeout-seconds",
          "connections",
          "retries",
          "cache-folder",
          "cache-bytes",
          "slice-bytes",
          "known-seconds");

  private static final int LEAST_SLICES = 16;

  /**
   * @param defaultFolder of the cache
   * @throws IllegalArgumentException with the error and its remedy
   */
  static S3Settings of(Map<String, String> properties, Path defaultFolder) {
    URI endpoint = properties.containsKey("endpoint") ? endpoint(properties.get("endpoint")) : null;
    int slice = (int) number(properties, "slice-bytes", 1 << 20, 64 << 10, 16 << 20);
    return new S3Settings(
        endpoint,
        value(
            "region",
            properties.getOrDefault("region", "us-east-1"),
            "the name of a region, such as eu-central-1",
            text -> text.matches("[a-z0-9-]{1,64}") ? text : null),
        value(
            "path-style",
            properties.getOrDefault("path-style", String.valueOf(endpoint != null)),
            "true or false",
            text -> text.matches("true|false") ? Boolean.valueOf(text) : null),
        credentials(properties.get("access-key"), properties.get("secret-key")),
        Duration.ofSeconds(number(properties, "timeout-seconds", 10, 1, 300)),
        (int) number(properties, "connections", 50, 2, 10_000),
        (int) number(properties, "retries", 3, 0, 10),
        value(
            "cache-folder",
            properties.getOrDefault("cache-folder", defaultFolder.toString()),
            "an absolute path",
            S3Settings::absolute),
        number(properties, "cache-bytes", 10L << 30, (long) LEAST_SLICES * slice, 1L << 50),
        slice,
        Duration.ofSeconds(number(properties, "known-seconds", 2, 0, 3600)));
  }

  /** The store's name in messages. */
  String storeName() {
    return endpoint == null ? "AWS in region " + region : endpoint.toString();
  }

  private static URI endpoint(@Nullable String value) {
    try {
      URI endpoint = new URI(String.valueOf(value));
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
          (noAccess ? "access-key" : "secret-key")
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
      Map<String, String> properties, String name, long unless, long least, long most) {
    return value(
        name,
        properties.getOrDefault(name, String.valueOf(unless)),
        "a number from " + least + " to " + most,
        text -> {
          long number = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
          return number >= least && number <= most ? number : null;
        });
  }
}
