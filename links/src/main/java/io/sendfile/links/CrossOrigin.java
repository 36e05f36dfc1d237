package io.sendfile.links;

import io.sendfile.spi.PathResolver.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Web pages of other origins whose scripts may read responses to links, by the CORS protocol of the
 * Fetch standard. Immutable.
 *
 * @param origins as in {@code https://app.example.org}, or {@value #ANY} alone; empty for none
 */
record CrossOrigin(Set<String> origins) {
  private static final String ANY = "*";
  private static final String METHODS = "GET, HEAD";
  private static final Pattern ORIGIN =
      Pattern.compile("https?://([a-z0-9.-]+|\\[[0-9a-f:.]+\\])(:[0-9]{1,5})?");

  /** Fields of requests that a script may set, for ranges and conditions. */
  private static final String REQUEST_FIELDS =
      "Range, If-Range, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since,"
          + " Want-Repr-Digest";

  /** Fields of responses that a script may read, beside those that it always may. */
  private static final String RESPONSE_FIELDS =
      "Accept-Ranges, Content-Disposition, Content-Range, ETag, Repr-Digest, Retry-After";

  /**
   * Reads the property.
   *
   * @param text origins, separated by commas or blanks
   * @throws IllegalArgumentException with the fault and its remedy
   */
  static CrossOrigin read(String text) {
    Set<String> origins = new TreeSet<>();
    for (String each : text.strip().split("[\\s,]+", -1)) {
      if (ORIGIN.matcher(each).matches() || each.equals(ANY)) {
        origins.add(each);
      } else if (!each.isEmpty()) {
        throw new IllegalArgumentException(
            "origins must be * for all, or scheme and host of web pages in lower case, without a"
                + " slash at the end, as in https://app.example.org; found "
                + each);
      }
    }
    return new CrossOrigin(Set.copyOf(origins));
  }

  /** The fields of each response, with which a script may read it. */
  Map<String, String> fields(Request request) {
    Map<String, String> fields = new HashMap<>();
    if (origins.contains(ANY)) {
      fields.put("Access-Control-Allow-Origin", ANY);
    } else if (!origins.isEmpty()) {
      // Caches keep the responses for several origins apart.
      fields.put("Vary", "Origin");
      String origin = request.field("Origin");
      if (origin != null && origins.contains(origin)) {
        fields.put("Access-Control-Allow-Origin", origin);
      }
    }
    if (fields.containsKey("Access-Control-Allow-Origin")) {
      fields.put("Access-Control-Expose-Headers", RESPONSE_FIELDS);
    }
    return fields;
  }

  /** The fields of the response to OPTIONS, a preflight of a browser or not. */
  Map<String, String> options(Request request) {
    Map<String, String> fields = fields(request);
    fields.put("Allow", METHODS + ", OPTIONS");
    if (fields.remove("Access-Control-Expose-Headers") != null
        && request.field("Access-Control-Request-Method") != null) {
      fields.put("Access-Control-Allow-Methods", METHODS);
      fields.put("Access-Control-Allow-Headers", REQUEST_FIELDS);
      fields.put("Access-Control-Max-Age", "3600");
    }
    return fields;
  }
}
