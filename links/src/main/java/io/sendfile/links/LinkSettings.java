package io.sendfile.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.spi.PlugIn.Property;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the plug-in, and the form of a link: {@code path/token/name}. Immutable.
 *
 * @param path under which all requests are its own, such as {@code /sendfile-links}
 * @param keys of signatures
 * @param database JNDI name of a JDBC resource in which instances share the uses of links; empty
 *     for a ledger of this instance alone
 * @param crossOrigin web pages whose scripts may read responses
 */
record LinkSettings(String path, LinkKeys keys, String database, CrossOrigin crossOrigin) {
  /** Name of the element {@code sendfile-plugin}. */
  static final String NAME = "links";

  private static final Property KEYS =
      Property.needed(
          "keys",
          "secrets of signatures, as id=secret, separated by commas, the newest first; a secret has"
              + " 16 characters or more");
  private static final Property PATH =
      Property.of("path", "path below which all links are, on each listener", "/sendfile-links");
  private static final Property LEDGER =
      Property.of(
          "ledger",
          "JNDI name of a JDBC resource in which instances share the use of links; without it each"
              + " remembers for itself",
          "");
  private static final Property ORIGINS =
      Property.of(
          "origins",
          "web pages whose scripts may read the responses, as https://www.example.org, separated by"
              + " commas; * for all",
          "");

  /** The properties. */
  static final List<Property> PROPERTIES = List.of(KEYS, PATH, LEDGER, ORIGINS);

  private static final Pattern PATHS = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

  /** No other scheme, so that no name leads to another machine. */
  private static final Pattern DATABASES =
      Pattern.compile("(java:global/)?[A-Za-z0-9_][A-Za-z0-9._/~-]*");

  /** Longest link: servers and proxies take 8 KiB of a request's header. */
  private static final int LONGEST = 6000;

  /**
   * Reads the properties of the element.
   *
   * @throws IllegalArgumentException with the fault and its remedy, without a secret
   */
  static LinkSettings read(Map<String, String> properties) {
    String path = PATH.in(properties);
    if (!PATHS.matcher(path).matches() || Arrays.asList(path.split("/")).contains("..")) {
      throw new IllegalArgumentException(
          "path must be a path of letters, digits, '.', '_', '~', '-' that begins with / and does"
              + " not end with it, as in "
              + PATH.usual());
    }
    String ledger = LEDGER.in(properties);
    if (!ledger.isEmpty() && !DATABASES.matcher(ledger).matches()) {
      throw new IllegalArgumentException(
          "ledger must be the JNDI name of a JDBC resource, as in jdbc/sendfileLinks; without it"
              + " each instance remembers for itself alone");
    }
    return new LinkSettings(
        path, LinkKeys.read(KEYS.in(properties)), ledger, CrossOrigin.read(ORIGINS.in(properties)));
  }

  /**
   * The path of a link, percent-encoded.
   *
   * @throws IllegalArgumentException if it would be too long
   */
  String format(Link link) {
    String text = path + "/" + keys.token(link) + "/" + encoded(link.name());
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          ("the link would have %d characters, and more than %d do not fit into requests everywhere;"
                  + " give the file a shorter path or name")
              .formatted(text.length(), LONGEST));
    }
    return text;
  }

  /** Whether the path of a request is one of its own. */
  boolean owns(String requested) {
    return requested.startsWith(path)
        && requested.length() > path.length()
        && requested.charAt(path.length()) == '/';
  }

  /** The link of a path that it {@link #owns}; null if none of the keys has signed it. */
  @Nullable Link parse(String requested) {
    int token = path.length() + 1;
    int name = requested.indexOf('/', token);
    if (name < 0 || requested.length() > LONGEST) {
      return null;
    }
    Link link = keys.verify(requested.substring(token, name));
    // In one spelling, by which proxies can tell links apart, and with the name that it was given.
    return link != null && requested.substring(name + 1).equals(encoded(link.name())) ? link : null;
  }

  /** Percent-encoded, but for characters that need no encoding anywhere (RFC 3986 section 2.3). */
  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
