package io.sendfile.glassfish.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a request without a known session: the way through the console, which asks for a login
 * if necessary, and back to the requested page. A top-level window redirects itself, so that
 * bookmarks work; a frame shows a link, as the login form refuses to be framed.
 */
public final class SignIn {
  /**
   * No redirect if the request already comes from there: the browser may not send the console's
   * cookie.
   */
  private static final String SCRIPT =
      """
      if (window.top === window.self) {
        const link = document.getElementById('signIn');
        link.search += '&own=true';
        if (document.referrer !== location.href.split('#')[0]) location.replace(link.href);
      }
      """;

  private static final String HTML =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Sendfile</title>
      <style>:root{color-scheme:light}body{font:16px/1.5 system-ui,sans-serif;margin:3rem}</style>
      </head><body><p>You are not signed in to the admin console.
      <a id="signIn" href="%s" target="_top">Sign in</a></p><script>%s</script></body></html>
      """;

  /** The Content-Security-Policy of the response. */
  public static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src "
          + hash(SCRIPT)
          + "; base-uri 'none'; frame-ancestors 'self'";

  private SignIn() {}

  /**
   * The response.
   *
   * @param path the requested page; any unknown one leads to the first page
   * @param query of the request; null if there is none
   */
  public static String html(@Nullable String path, @Nullable String query) {
    return HTML.formatted(PageAddress.of(path, query).console().replace("&", "&amp;"), SCRIPT);
  }

  /**
   * The address of a page, with the state that it had where a request came from.
   *
   * @param path of the page; any unknown one leads to the first page
   * @param from the address that the browser tells; null if it tells none
   */
  public static String pageOf(@Nullable String path, @Nullable String from) {
    int query = from == null ? -1 : from.indexOf('?');
    String state = from == null || query < 0 ? null : from.substring(query + 1);
    return PageAddress.of(path, state).path();
  }

  /** A script as a Content-Security-Policy names it. */
  static String hash(String script) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] digest = sha256.digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
