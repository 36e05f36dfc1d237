package io.sendfile.glassfish.it.harness;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Request targets of the application under test. */
public final class Play {
  private Play() {}

  /** {@code /it/play} with these steps. */
  public static String steps(String... steps) {
    return at("/play", parameter("step", steps));
  }

  /** Another path of the application, with its parameters. */
  public static String at(String path, String... parameters) {
    String query = String.join("&", parameters);
    return "/it" + path + (query.isEmpty() ? "" : "?" + query);
  }

  /** A parameter with its values, e.g. {@code step}, {@code before}, {@code later}. */
  public static String parameter(String name, String... values) {
    return Arrays.stream(values)
        .map(value -> name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
