package io.sendfile.glassfish.application;

import jakarta.servlet.ServletRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A signed link to a file of a root, which the server answers without the application, where the
 * plug-in {@code links} is set up. Immutable.
 *
 * <pre>{@code
 * String path = SendfileLink.to("media:reports/7.pdf").once().saveAs("Report.pdf").create(request);
 * }</pre>
 */
public final class SendfileLink {
  /**
   * Request attribute with a {@code Function<Map<String, String>, String>} from terms to a path.
   */
  public static final String LINK = "io.sendfile.link";

  private final Map<String, String> terms;

  private SendfileLink(Map<String, String> terms) {
    this.terms = Map.copyOf(terms);
  }

  /**
   * A link that is answered for 24 hours.
   *
   * @param file as {@code root:path}, not encoded
   */
  public static SendfileLink to(String file) {
    return new SendfileLink(Map.of("file", file));
  }

  private SendfileLink with(String term, String value) {
    Map<String, String> more = new HashMap<>(terms);
    more.put(term, value);
    return new SendfileLink(more);
  }

  /**
   * The same, answered for that time.
   *
   * @param time from a second to 366 days
   */
  public SendfileLink expiresIn(Duration time) {
    return with("expires", time.toSeconds() + "s");
  }

  /** The same, over once the file was delivered completely, in one response or in several. */
  public SendfileLink once() {
    return with("once", "true");
  }

  /**
   * The same with a highest rate of each response.
   *
   * @param rate bytes per second, 0 for none
   */
  public SendfileLink bytesPerSecond(long rate) {
    return with("rate", Long.toString(rate));
  }

  /**
   * The same with a name of the client, all of whose transfers count together.
   *
   * @param name 1 to 128 characters, none of them a control character
   */
  public SendfileLink client(String name) {
    return with("identity", name);
  }

  /** The same with a name under which browsers save the file. */
  public SendfileLink saveAs(String name) {
    return with("save-as", name);
  }

  /** Whether this server answers links. */
  public static boolean isAvailable(ServletRequest request) {
    return request.getAttribute(LINK) instanceof Function;
  }

  /**
   * Signs it. Roots that are for some applications have to be for this one.
   *
   * @param request that the application serves
   * @return its path from the root of the server on, percent-encoded; put scheme and host before it
   * @throws IllegalArgumentException if a term cannot be used
   * @throws IllegalStateException if this server answers no links
   */
  public String create(ServletRequest request) {
    if (request.getAttribute(LINK) instanceof Function<?, ?> links) {
      @SuppressWarnings("unchecked")
      Function<Map<String, String>, String> sign = (Function<Map<String, String>, String>) links;
      return sign.apply(terms);
    }
    throw new IllegalStateException(
        "this server answers no signed links: its administrator has to install the bundle"
            + " sendfile-links, and to give it keys");
  }
}
