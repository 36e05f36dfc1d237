package io.sendfile.operations.sender;

import io.sendfile.spi.PlugIn.Property;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Options for sending results.
 *
 * @param destination URL of the posts, http or https
 * @param signature signs them; null for unsigned posts
 * @param timeout for one attempt, from the connection to the end of the response
 * @param connections attempts at a time
 * @param journalBytes bytes of results that may wait
 * @param keep time for which a result is tried; zero: for ever
 * @param longestPause between attempts while the destination fails
 * @param events kinds of events to be sent
 */
record SenderOptions(
    URI destination,
    @Nullable Signature signature,
    Duration timeout,
    int connections,
    long journalBytes,
    Duration keep,
    Duration longestPause,
    Events events) {
  static final String DESTINATION_URL = "destination-url";
  static final String HMAC_SECRET = "hmac-secret";
  static final String EVENTS = "events";

  /** The properties, those that are whole numbers apart. */
  private static final List<Property> TEXTS =
      List.of(
          Property.needed(DESTINATION_URL, "http or https URL to which results are posted"),
          Property.of(HMAC_SECRET, "signs each request; 16 characters or more", ""),
          Property.of(
              EVENTS,
              "transfers: the end of each transfer; downloads: of each whole download; both",
              "both"));

  /** Prefix of a value with an unknown password alias. */
  private static final String ALIAS = "${ALIAS=";

  private static final String NO_ALIAS =
      " names a password alias that does not exist; make it with asadmin create-password-alias";

  /** Least length of a secret: a shorter one could be guessed by trying. */
  private static final int SHORTEST_SECRET = 16;

  /** A whole number with its limits. */
  private enum Whole {
    TIMEOUT("timeout-seconds", "time for one request, to the end of its response", 10, 1, 300),
    CONNECTIONS("connections", "requests at a time", 2, 1, 16),
    JOURNAL(
        "journal-bytes",
        "bound of waiting results on disk, 430 bytes each; the file may be twice as large",
        192 << 20,
        64 << 10,
        1 << 30),
    KEEP(
        "keep-hours", "time for which a running server retries a result; 0: for ever", 72, 0, 8760),
    PAUSE(
        "longest-pause-seconds",
        "pauses after failures begin with a second, and double up to this",
        300,
        1,
        86_400);

    private final String property;
    private final String help;
    private final long usual;
    private final long least;
    private final long most;

    Whole(String property, String help, long usual, long least, long most) {
      this.property = property;
      this.help = help;
      this.usual = usual;
      this.least = least;
      this.most = most;
    }

    long read(Map<String, String> properties, List<String> problems) {
      String text = properties.getOrDefault(property, "").strip();
      if (text.isEmpty()) {
        return usual;
      }
      try {
        long value = Long.parseLong(text);
        if (value >= least && value <= most) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Reported below.
      }
      // Not the value: an alias may have put a password there.
      problems.add(property + " must be a whole number from " + least + " to " + most);
      return usual;
    }
  }

  /**
   * Parses properties.
   *
   * @throws IllegalArgumentException with a sentence for each problem
   */
  static SenderOptions read(Map<String, String> properties) {
    List<String> problems = new ArrayList<>();
    URI destination = destination(properties, problems);
    Signature signature = signature(properties, problems);
    Events events = events(properties, problems);
    Duration timeout = Duration.ofSeconds(Whole.TIMEOUT.read(properties, problems));
    int connections = (int) Whole.CONNECTIONS.read(properties, problems);
    long journal = Whole.JOURNAL.read(properties, problems);
    Duration keep = Duration.ofHours(Whole.KEEP.read(properties, problems));
    Duration pause = Duration.ofSeconds(Whole.PAUSE.read(properties, problems));
    if (destination == null || !problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new SenderOptions(
        destination, signature, timeout, connections, journal, keep, pause, events);
  }

  /** The properties. */
  static List<Property> properties() {
    return Stream.concat(
            TEXTS.stream(),
            Arrays.stream(Whole.values())
                .map(each -> Property.of(each.property, each.help, String.valueOf(each.usual))))
        .toList();
  }

  private static @Nullable URI destination(Map<String, String> properties, List<String> problems) {
    String text = properties.getOrDefault(DESTINATION_URL, "").strip();
    if (text.isEmpty()) {
      problems.add(DESTINATION_URL + " is missing: set it to where results are to be posted");
      return null;
    }
    if (text.contains(ALIAS)) {
      problems.add(DESTINATION_URL + NO_ALIAS);
      return null;
    }
    try {
      URI uri = new URI(text);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      if (uri.getUserInfo() != null) {
        problems.add(
            DESTINATION_URL + " must not contain a user's name or password; sign with hmac-secret");
      } else if (!Set.of("http", "https").contains(scheme) || uri.getHost() == null) {
        problems.add(
            DESTINATION_URL + " must begin with http:// or https:// and the name of a server");
      } else {
        return uri;
      }
    } catch (URISyntaxException e) {
      // The value may come from a secret: the message has only the place of the error.
      problems.add(
          DESTINATION_URL + " is no URL: " + e.getReason() + " at character " + (e.getIndex() + 1));
    }
    return null;
  }

  private static @Nullable Signature signature(
      Map<String, String> properties, List<String> problems) {
    String secret = properties.getOrDefault(HMAC_SECRET, "");
    if (secret.isEmpty()) {
      return null;
    }
    if (secret.startsWith("${")) {
      problems.add(HMAC_SECRET + NO_ALIAS);
      return null;
    }
    if (secret.length() < SHORTEST_SECRET) {
      problems.add(HMAC_SECRET + " must have at least " + SHORTEST_SECRET + " characters");
      return null;
    }
    return new Signature(secret);
  }

  private static Events events(Map<String, String> properties, List<String> problems) {
    String text = properties.getOrDefault(EVENTS, "").strip();
    for (Events events : Events.values()) {
      if (text.equals(events.name().toLowerCase(Locale.ROOT))) {
        return events;
      }
    }
    if (!text.isEmpty()) {
      problems.add(EVENTS + " must be both, transfers or downloads");
    }
    return Events.BOTH;
  }

  /** The destination's server: path and query may be secrets. */
  String shownDestination() {
    String port = destination.getPort() < 0 ? "" : ":" + destination.getPort();
    return destination.getScheme() + "://" + destination.getHost() + port;
  }
}
