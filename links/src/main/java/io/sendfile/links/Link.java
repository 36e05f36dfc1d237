package io.sendfile.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.spi.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A link to a file, and the terms of its delivery. Immutable.
 *
 * @param id 32 hexadecimal digits, the id of its downloads
 * @param root name of the configured root
 * @param path of the file relative to it, with {@code /} separators
 * @param expires the time after which it is no longer answered, in seconds
 * @param once whether it is over once the file was delivered completely
 * @param bytesPerSecond highest rate of each response, 0 for none
 * @param application in whose name the file is handed off; empty for none
 * @param identity name of the client; empty for none
 * @param saveAs name of the file for the client; empty for the last part of its path
 */
record Link(
    String id,
    String root,
    String path,
    Instant expires,
    boolean once,
    long bytesPerSecond,
    String application,
    String identity,
    String saveAs) {
  static final String FILE = "file";
  static final String EXPIRES = "expires";
  static final String ONCE = "once";
  static final String RATE = "rate";
  static final String IDENTITY = "identity";
  static final String SAVE_AS = "save-as";
  static final String APPLICATION = "application";

  /** The time for which a link is answered, unless another is given. */
  static final String DEFAULT_EXPIRES = "24h";

  private static final List<String> TERMS =
      List.of(FILE, EXPIRES, ONCE, RATE, IDENTITY, SAVE_AS, APPLICATION);

  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern ROOT = Pattern.compile("[A-Za-z0-9._-]+");
  private static final int LONGEST_IDENTITY = 128;
  private static final Duration LONGEST = Duration.ofDays(366);

  /** Longest name of a file on usual systems. */
  private static final int LONGEST_NAME = 255;

  /**
   * @throws IllegalArgumentException with the fault and its remedy
   */
  Link {
    require(
        ROOT.matcher(root).matches(),
        "the file must be written root:path, as in media:films/a.mp4");
    require(
        !path.isEmpty() && !path.startsWith("/") && !path.endsWith("/"),
        "the path below the root must name a file, without a slash before it");
    require(isPrintable(path), "the path must have no control characters");
    require(bytesPerSecond >= 0, "rate must be 0 or more");
    require(isPrintable(application), "application must have no control characters");
    require(
        identity.length() <= LONGEST_IDENTITY && isPrintable(identity),
        "identity must have 1 to "
            + LONGEST_IDENTITY
            + " characters, none of them a control character");
    require(
        isPrintable(saveAs)
            && saveAs.length() <= LONGEST_NAME
            && saveAs.chars().noneMatch(c -> c == '/' || c == '\\')
            && !saveAs.equals(".")
            && !saveAs.equals(".."),
        "save-as must be the name of a file: at most "
            + LONGEST_NAME
            + " characters, without slashes and control characters");
    expires = Instant.ofEpochSecond(expires.getEpochSecond());
  }

  /**
   * A new link.
   *
   * @param terms by name: {@code file} as {@code root:path}, {@code expires}, {@code once}, {@code
   *     rate}, {@code identity}, {@code save-as} and {@code application}; all but the first may be
   *     missing
   * @throws IllegalArgumentException with the fault and its remedy
   */
  static Link made(Map<String, String> terms, Instant now) {
    Set<String> unknown = new TreeSet<>(terms.keySet());
    unknown.removeAll(TERMS);
    require(unknown.isEmpty(), "there is no term " + unknown + "; there are " + TERMS);
    String file = terms.getOrDefault(FILE, "").strip();
    int colon = file.indexOf(':');
    return new Link(
        UUID.randomUUID().toString().replace("-", ""),
        colon < 0 ? "" : file.substring(0, colon),
        file.substring(colon + 1),
        now.plusSeconds(seconds(terms.getOrDefault(EXPIRES, DEFAULT_EXPIRES).strip())),
        Boolean.parseBoolean(terms.getOrDefault(ONCE, "").strip()),
        rate(terms.getOrDefault(RATE, "0").strip()),
        terms.getOrDefault(APPLICATION, "").strip(),
        terms.getOrDefault(IDENTITY, "").strip(),
        terms.getOrDefault(SAVE_AS, "").strip());
  }

  /**
   * The link of an id for whoever has nothing else of it, so that its expiry is the last there may
   * be; null for any other text.
   */
  static @Nullable Link ofId(String id, Instant now) {
    return ID.matcher(id).matches()
        ? new Link(id, "-", "-", now.plus(LONGEST), false, 0, "", "", "")
        : null;
  }

  private static long seconds(String text) {
    long seconds = Unit.SECONDS.parse(text).orElse(0);
    require(
        seconds >= 1 && seconds <= LONGEST.toSeconds(),
        "expires must be a time from 1s to " + LONGEST.toDays() + "d, as in 24h");
    return seconds;
  }

  private static long rate(String text) {
    OptionalLong rate = Unit.BYTES.parse(text);
    require(rate.isPresent(), "rate must be bytes per second, as in " + Unit.BYTES.examples());
    return rate.getAsLong();
  }

  private static void require(boolean fits, String otherwise) {
    if (!fits) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Whether it is Unicode without control characters. */
  private static boolean isPrintable(String text) {
    return text.chars().noneMatch(Character::isISOControl)
        && new String(text.getBytes(UTF_8), UTF_8).equals(text);
  }

  /** The name of the file that the client sees. */
  String name() {
    return saveAs.isEmpty() ? path.substring(path.lastIndexOf('/') + 1) : saveAs;
  }

  /** All but the id, a term a line. */
  String lines() {
    return String.join(
        "\n",
        Long.toString(expires.getEpochSecond()),
        Boolean.toString(once),
        Long.toString(bytesPerSecond),
        root,
        path,
        application,
        identity,
        saveAs);
  }

  /**
   * Parses {@link #lines}.
   *
   * @throws RuntimeException for any others, which no key has signed
   */
  static Link read(String id, String lines) {
    String[] terms = lines.split("\n", -1);
    require(terms.length == 8, "there must be eight terms");
    return new Link(
        id,
        terms[3],
        terms[4],
        Instant.ofEpochSecond(Long.parseLong(terms[0])),
        Boolean.parseBoolean(terms[1]),
        Long.parseLong(terms[2]),
        terms[5],
        terms[6],
        terms[7]);
  }
}
