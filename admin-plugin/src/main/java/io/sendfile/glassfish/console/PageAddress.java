package io.sendfile.glassfish.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A page of the application with the state that its address has, as it survives a sign-in. Other
 * pages and parameters do not, and values are encoded anew.
 *
 * @param page its name, e.g. {@code now}
 * @param state values by parameter
 */
record PageAddress(String page, Map<String, String> state) {
  private static final Pattern PAGE =
      Pattern.compile("/(now|past|files|server|plug-ins|configuration)\\.xhtml$");
  private static final Set<String> PARAMETERS =
      Set.of(
          ("config target range filter group sort page outcome status client root application file "
                  + "id since until reason header search differs value plugin command show rows")
              .split(" "));

  /**
   * The address of a request.
   *
   * @param path any unknown one is that of the first page
   * @param query as it was sent; null for none
   */
  static PageAddress of(@Nullable String path, @Nullable String query) {
    Matcher page = PAGE.matcher(Objects.requireNonNullElse(path, ""));
    Map<String, String> state = new LinkedHashMap<>();
    for (String pair : Objects.requireNonNullElse(query, "").split("&", -1)) {
      List<String> both = List.of(pair.split("=", 2));
      if (both.size() == 2 && PARAMETERS.contains(both.get(0))) {
        decoded(both.get(1), state, both.get(0));
      }
    }
    return new PageAddress(page.find() ? page.group(1) : "now", state);
  }

  /**
   * The address that {@link #console} was made of.
   *
   * @param state as the console's page received it
   */
  static PageAddress ofState(String page, String state) {
    String query = "";
    try {
      query = new String(Base64.getUrlDecoder().decode(state), UTF_8);
    } catch (IllegalArgumentException e) {
      // Not of ours: left out.
    }
    return of("/" + page + ".xhtml", query);
  }

  private static void decoded(String value, Map<String, String> state, String name) {
    try {
      state.putIfAbsent(name, URLDecoder.decode(value, UTF_8));
    } catch (IllegalArgumentException e) {
      // Not encoded by a browser: left out.
    }
  }

  /** The page itself. */
  String path() {
    String query = query();
    return "%s/%s.xhtml%s"
        .formatted(ConsoleAdapter.CONTEXT_ROOT, page, query.isEmpty() ? "" : "?" + query);
  }

  /**
   * The page of the console that signs in and leads to it. Its state is in Base64: GlassFish
   * decodes a query twice on the way through its login form.
   */
  String console() {
    String query = query();
    return "/sendfile/page.jsf?page="
        + page
        + (query.isEmpty()
            ? ""
            : "&state="
                + Base64.getUrlEncoder().withoutPadding().encodeToString(query.getBytes(UTF_8)));
  }

  private String query() {
    return state.entrySet().stream()
        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }
}
