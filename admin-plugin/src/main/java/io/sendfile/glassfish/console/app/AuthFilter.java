package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.AdminHosts;
import io.sendfile.glassfish.console.ConsoleSessions;
import io.sendfile.glassfish.console.SignIn;
import jakarta.faces.application.ViewExpiredException;
import jakarta.faces.render.ResponseStateManager;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Admits administrators who are signed in to the admin console, checked with each request, and
 * nobody else. It also refuses posts from other sites, and forbids browsers to frame, sniff, cache
 * or load foreign content.
 */
public class AuthFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final Logger LOGGER = Logger.getLogger(AuthFilter.class.getPackageName());

  /** Request attribute: the administrator's name. */
  static final String USER = "io.sendfile.glassfish.console.user";

  /** RFC 9110, section 15.5.20. */
  private static final int MISDIRECTED_REQUEST = 421;

  private static final String TEXT = "text/plain";
  private static final String FOR_A_YEAR = "private, max-age=31536000, immutable";
  private static final String FOR_AN_HOUR = "private, max-age=3600";

  private static final List<String> METHODS = List.of("GET", "HEAD", "POST");
  private static final String STATE = ResponseStateManager.VIEW_STATE_PARAM;
  private static final String CONSOLE_COOKIE = "JSESSIONID";
  private static final String CONSOLE_SESSION = "io.sendfile.glassfish.console.session";

  /** PrimeFaces restricts scripts by nonces in a policy of its own. */
  private static final String POLICY =
      "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none';"
          + " form-action 'self'; frame-ancestors 'self'";

  private final transient Function<@Nullable String, @Nullable String> hosts;

  /** Accepts the host names of the admin listener. */
  public AuthFilter() {
    this(AdminHosts::refusal);
  }

  /**
   * Accepts other host names.
   *
   * @param hosts as {@link AdminHosts#refusal}
   */
  AuthFilter(Function<@Nullable String, @Nullable String> hosts) {
    this.hosts = hosts;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    headers(request, response);
    String refusal = hosts.apply(request.getHeader("Host"));
    if (refusal != null) {
      Reply.send(response, MISDIRECTED_REQUEST, TEXT, refusal);
      return;
    }
    Cookie console = console(request);
    String user = console == null ? null : ConsoleSessions.user(console.getValue()).orElse(null);
    if (console == null || user == null) {
      response.setHeader("Content-Security-Policy", SignIn.POLICY);
      String html = SignIn.html(request.getServletPath(), request.getQueryString());
      Reply.send(response, HttpServletResponse.SC_UNAUTHORIZED, "text/html", html);
      return;
    }
    if (!METHODS.contains(request.getMethod())) {
      response.setHeader("Allow", String.join(", ", METHODS));
      Reply.send(response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, TEXT, "");
      return;
    }
    if (mayChange(request) && !Origins.isOwn(request)) {
      Reply.send(
          response, HttpServletResponse.SC_FORBIDDEN, TEXT, "This request is from another site.");
      return;
    }
    forgetOthers(request, console.getValue());
    request.setAttribute(USER, user);
    try {
      chain.doFilter(request, response);
    } catch (ServletException e) {
      if (!(e.getRootCause() instanceof ViewExpiredException) || response.isCommitted()) {
        throw e;
      }
      loadAgain(request, response);
    }
  }

  /**
   * A form that was sent as a whole, for a page that the server has forgotten. Forms have no query;
   * the state of the page is in the address that it was sent from.
   */
  private static void loadAgain(HttpServletRequest request, HttpServletResponse response) {
    LOGGER.log(
        Level.INFO,
        "sendfile: console page {0} had expired ({1}, {2} bytes) and is loaded again",
        new Object[] {
          request.getServletPath(), request.getMethod(), request.getContentLengthLong()
        });
    response.resetBuffer();
    response.setStatus(HttpServletResponse.SC_SEE_OTHER);
    response.setHeader(
        "Location", SignIn.pageOf(request.getServletPath(), request.getHeader("Referer")));
  }

  /** Faces treats any request with the state of a page as a post, whatever its method. */
  private static boolean mayChange(HttpServletRequest request) {
    return request.getMethod().equals("POST") || request.getParameter(STATE) != null;
  }

  private static void headers(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Frame-Options", "SAMEORIGIN");
    response.setHeader("X-Content-Type-Options", "nosniff");
    // Not "no-referrer": browsers would then send forms without an origin.
    response.setHeader("Referrer-Policy", "same-origin");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    // The libraries of PrimeFaces contain nothing private to this server.
    boolean library = request.getServletPath().startsWith("/jakarta.faces.resource/");
    boolean stamped = library && StampedResources.isStamped(request.getQueryString());
    response.setHeader("Cache-Control", stamped ? FOR_A_YEAR : library ? FOR_AN_HOUR : "no-store");
  }

  /** The first cookie that the console knows: there may be cookies of other applications. */
  private static @Nullable Cookie console(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    if (cookies != null) {
      for (Cookie cookie : cookies) {
        if (CONSOLE_COOKIE.equals(cookie.getName())
            && ConsoleSessions.user(cookie.getValue()).isPresent()) {
          return cookie;
        }
      }
    }
    return null;
  }

  /** The state of one administrator in this browser must not pass to the next. */
  private static void forgetOthers(HttpServletRequest request, String console) {
    try {
      renewForAnother(request, console);
    } catch (IllegalStateException e) {
      LOGGER.log(Level.FINE, "another request of the browser has just ended its session", e);
      renewForAnother(request, console);
    }
  }

  /** One at a time: GlassFish hands out a session as long as another request still ends it. */
  private static synchronized void renewForAnother(HttpServletRequest request, String console) {
    HttpSession session = request.getSession();
    if (!console.equals(session.getAttribute(CONSOLE_SESSION))) {
      if (!session.isNew()) {
        session.invalidate();
        session = request.getSession();
      }
      session.setAttribute(CONSOLE_SESSION, console);
    }
  }
}
