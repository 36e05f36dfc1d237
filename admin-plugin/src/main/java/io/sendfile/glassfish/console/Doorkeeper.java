package io.sendfile.glassfish.console;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * Answers at the address of the web application until it is loaded, and loads it for the first
 * administrator. From then on the web container answers instead.
 */
final class Doorkeeper extends HttpHandler {
  /** The cookie of the console's session. */
  static final String CONSOLE_COOKIE = "JSESSIONID";

  private static final String PAGE =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Sendfile</title>%s
      <style>:root{color-scheme:light}body{font:16px/1.5 system-ui,sans-serif;margin:3rem}</style>
      </head><body><p>%s</p></body></html>
      """;
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'";
  private static final String AGAIN = "<meta http-equiv=\"refresh\" content=\"1\">";

  private final BooleanSupplier isAdministrationServer;
  private final Function<@Nullable String, @Nullable String> hosts;
  private final Supplier<ApplicationLoader.State> application;

  /**
   * At the address of the application.
   *
   * @param hosts as {@link AdminHosts#refusal}
   * @param application begins to load it, unless it is loaded; returns the state
   */
  Doorkeeper(
      BooleanSupplier isAdministrationServer,
      Function<@Nullable String, @Nullable String> hosts,
      Supplier<ApplicationLoader.State> application) {
    this.hosts = hosts;
    this.isAdministrationServer = isAdministrationServer;
    this.application = application;
  }

  @Override
  public void service(Request request, Response response) throws IOException {
    if (!isAdministrationServer.getAsBoolean()) {
      answer(response, 404, "", "The console is on the domain administration server.");
      return;
    }
    String refusal = hosts.apply(request.getHeader("Host"));
    if (refusal != null) {
      answer(response, 421, "", refusal);
      return;
    }
    if (!isSignedIn(request)) {
      String html = SignIn.html(request.getRequestURI(), request.getQueryString());
      send(response, 401, SignIn.POLICY, html);
    } else {
      switch (application.get()) {
        case LOADED, LOADING -> {
          response.setHeader("Retry-After", "1");
          answer(response, 503, AGAIN, "Sendfile is starting …");
        }
        case FAILED ->
            answer(
                response,
                500,
                "",
                "Sendfile could not be started; the server's log has the reason. Reload this page"
                    + " to try again.");
      }
    }
  }

  private static boolean isSignedIn(Request request) {
    return Arrays.stream(request.getCookies())
        .filter(cookie -> CONSOLE_COOKIE.equals(cookie.getName()))
        .anyMatch(cookie -> ConsoleSessions.user(cookie.getValue()).isPresent());
  }

  private static void answer(Response response, int status, String head, String text)
      throws IOException {
    send(response, status, POLICY, PAGE.formatted(head, text));
  }

  private static void send(Response response, int status, String policy, String html)
      throws IOException {
    byte[] body = html.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Frame-Options", "SAMEORIGIN");
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setContentType("text/html; charset=utf-8");
    response.setContentLength(body.length);
    try (OutputStream out = response.getOutputStream()) {
      out.write(body);
    }
  }
}
