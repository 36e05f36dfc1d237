package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.console.ConsoleSession;
import jakarta.faces.application.ViewExpiredException;
import jakarta.servlet.ServletException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthFilterTest {
  private static final String ID = "at-the-filter";
  private static final String OURS = "https://admin.example:4848";

  private final ConsoleSession session = ConsoleSession.opened(ID, "alice");

  private final AtomicInteger served = new AtomicInteger();

  private FakeExchange pass(FakeExchange exchange) throws Exception {
    new AuthFilter(host -> host == null || host.startsWith("admin.") ? null : "not by this name")
        .doFilter(
            exchange.request(),
            exchange.response(),
            (request, response) -> served.incrementAndGet());
    return exchange;
  }

  private static FakeExchange signedIn(String method, String uri) {
    return new FakeExchange(method, uri).cookie("JSESSIONID", ID);
  }

  private static void isForNobodyElse(FakeExchange exchange) {
    assertThat(exchange.answered)
        .containsEntry("X-Frame-Options", "SAMEORIGIN")
        .containsEntry("X-Content-Type-Options", "nosniff")
        .containsEntry("Cross-Origin-Resource-Policy", "same-origin")
        .containsEntry("Referrer-Policy", "same-origin")
        .containsEntry("Cache-Control", "no-store");
    assertThat(exchange.answered.get("Content-Security-Policy"))
        .contains("default-src 'self'", "frame-ancestors 'self'", "form-action 'self'");
  }

  private void isTurnedAway(FakeExchange exchange) {
    assertThat(exchange.status).isEqualTo(401);
    assertThat(exchange.text()).contains("not signed in");
    assertThat(exchange.answered)
        .containsEntry("Content-Type", "text/html; charset=utf-8")
        .containsEntry("X-Frame-Options", "SAMEORIGIN")
        .containsEntry("Cache-Control", "no-store");
    assertThat(exchange.answered.get("Content-Security-Policy"))
        .contains("default-src 'none'", "frame-ancestors 'self'");
    assertThat(served).hasValue(0);
    assertThat(exchange.sessions).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/now.xhtml",
    "GET,/live",
    "GET,/configuration.xhtml",
    "HEAD,/live",
    "POST,/now.xhtml",
    "DELETE,/live",
    "GET,/"
  })
  void strangersAreTurnedAway(String method, String uri) throws Exception {
    isTurnedAway(pass(new FakeExchange(method, uri).header("Origin", OURS)));
    isTurnedAway(pass(new FakeExchange(method, uri).cookie("JSESSIONID", "guessed")));
    isTurnedAway(pass(new FakeExchange(method, uri).cookie("SENDFILESESSION", ID)));
  }

  @Test
  void administratorsAreLetInByTheirName() throws Exception {
    FakeExchange exchange = pass(signedIn("GET", "/now.xhtml"));
    assertThat(served).hasValue(1);
    assertThat(exchange.status).isEqualTo(200);
    assertThat(exchange.attributes).containsEntry(AuthFilter.USER, "alice");
    isForNobodyElse(exchange);
  }

  @Test
  void cookieOfAnotherApplicationIsPassedOver() throws Exception {
    pass(new FakeExchange("GET", "/live").cookie("JSESSIONID", "theirs").cookie("JSESSIONID", ID));
    assertThat(served).hasValue(1);
  }

  @Test
  void sessionIsAskedWithEachRequest() throws Exception {
    pass(signedIn("GET", "/live"));
    session.end();
    served.set(0);
    isTurnedAway(pass(signedIn("GET", "/live")));
    isTurnedAway(pass(signedIn("POST", "/now.xhtml").header("Origin", OURS)));
  }

  /** Even if it claims to come from our own pages: that name has pages of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void whoComesByAStrangeNameIsRefused(String method) throws Exception {
    FakeExchange exchange =
        pass(
            signedIn(method, "/now.xhtml")
                .header("Host", "evil.example:4848")
                .header("Origin", "https://evil.example:4848"));
    assertThat(exchange.status).isEqualTo(421);
    assertThat(exchange.text()).isEqualTo("not by this name");
    assertThat(exchange.answered).containsEntry("Content-Type", "text/plain; charset=utf-8");
    isForNobodyElse(exchange);
    assertThat(served).hasValue(0);
    assertThat(exchange.sessions).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {OURS, "https://ADMIN.example:4848"})
  void ourPagesPost(String origin) throws Exception {
    pass(signedIn("POST", "/now.xhtml").header("Origin", origin));
    assertThat(served).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://evil.example", "http://admin.example:4848", "null", ""})
  void otherSitesDoNotPost(String origin) throws Exception {
    FakeExchange exchange = pass(signedIn("POST", "/now.xhtml").header("Origin", origin));
    assertThat(exchange.status).isEqualTo(403);
    isForNobodyElse(exchange);
    assertThat(served).hasValue(0);
  }

  @Test
  void postsThatDoNotTellWhereTheyAreFromAreRefused() throws Exception {
    FakeExchange exchange =
        pass(signedIn("POST", "/now.xhtml").header("Referer", OURS + "/sendfile-app/now.xhtml"));
    assertThat(exchange.status).isEqualTo(403);
    assertThat(served).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void stateOfAPageIsTakenFromOurPagesOnly(String method) throws Exception {
    String uri = "/now.xhtml?jakarta.faces.ViewState=guessed";
    assertThat(pass(signedIn(method, uri)).status).isEqualTo(403);
    assertThat(pass(signedIn(method, uri).header("Sec-Fetch-Site", "cross-site")).status)
        .isEqualTo(403);
    assertThat(served).hasValue(0);
    pass(signedIn(method, uri).header("Sec-Fetch-Site", "same-origin"));
    assertThat(served).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get"})
  void otherMethodsAreRefused(String method) throws Exception {
    FakeExchange exchange = pass(signedIn(method, "/live").header("Origin", OURS));
    assertThat(exchange.status).isEqualTo(405);
    assertThat(exchange.answered).containsEntry("Allow", "GET, HEAD, POST");
    assertThat(served).hasValue(0);
  }

  @Test
  void librariesMayBeKeptByTheBrowserOfTheAdministrator() throws Exception {
    FakeExchange exchange = pass(signedIn("GET", "/jakarta.faces.resource/core.js.xhtml"));
    assertThat(exchange.answered).containsEntry("Cache-Control", "private, max-age=3600");
    FakeExchange stamped = pass(signedIn("GET", "/jakarta.faces.resource/a.js.xhtml?ln=b&v=1"));
    assertThat(stamped.answered)
        .containsEntry("Cache-Control", "private, max-age=31536000, immutable");
    FakeExchange page = pass(signedIn("GET", "/now.xhtml?v=1"));
    assertThat(page.answered).containsEntry("Cache-Control", "no-store");
  }

  @Test
  void sessionIsKeptForTheSameAdministrator() throws Exception {
    FakeExchange first = pass(signedIn("GET", "/now.xhtml"));
    FakeExchange next = signedIn("GET", "/live");
    FakeExchange.FakeSession known = new FakeExchange.FakeSession(true);
    known.attributes.putAll(first.sessions.get(0).attributes);
    next.sessions.add(known);
    pass(next);
    assertThat(next.sessions).containsExactly(known);
    assertThat(known.invalidated).isFalse();
  }

  @Test
  void whatAnotherAdministratorLeftInThisBrowserIsForgotten() throws Exception {
    FakeExchange first = pass(signedIn("GET", "/now.xhtml"));
    FakeExchange.FakeSession left = new FakeExchange.FakeSession(true);
    left.attributes.putAll(first.sessions.get(0).attributes);
    ConsoleSession.opened("who-is-next", "bob");
    FakeExchange next = new FakeExchange("GET", "/now.xhtml").cookie("JSESSIONID", "who-is-next");
    next.sessions.add(left);
    pass(next);
    assertThat(left.invalidated).isTrue();
    assertThat(next.sessions).hasSize(2);
    assertThat(next.attributes).containsEntry(AuthFilter.USER, "bob");
  }

  /** A page and its poll, for instance. */
  @Test
  void sessionThatTwoRequestsForgetAtATimeIsNoFault() throws Exception {
    FakeExchange.FakeSession left = new FakeExchange.FakeSession(true);
    left.endsMeanwhile = true;
    FakeExchange exchange = signedIn("GET", "/now.xhtml");
    exchange.sessions.add(left);
    pass(exchange);
    assertThat(served).hasValue(1);
    assertThat(exchange.sessions).hasSize(2);
    assertThat(exchange.sessions.get(1).attributes).containsValue(ID);
  }

  /** A form has no query. */
  @ParameterizedTest
  @CsvSource({
    "https://admin.example:4848/sendfile-app/now.xhtml?target=i1&range=1d&x=y,?target=i1&range=1d",
    "https://admin.example:4848/sendfile-app/now.xhtml,''",
    ",''"
  })
  void formForAForgottenPageLoadsItAgainWithItsState(String from, String query) throws Exception {
    FakeExchange exchange = signedIn("POST", "/now.xhtml").header("Origin", OURS);
    if (from != null) {
      exchange.header("Referer", from);
    }
    new AuthFilter(host -> null)
        .doFilter(
            exchange.request(),
            exchange.response(),
            (request, response) -> {
              response.getOutputStream().write('<');
              throw new ServletException(new ViewExpiredException());
            });
    assertThat(exchange.status).isEqualTo(303);
    assertThat(exchange.answered).containsEntry("Location", "/sendfile-app/now.xhtml" + query);
    assertThat(exchange.text()).isEmpty();
  }

  @Test
  void pageThatIsOnItsWayIsNotLoadedAgain() {
    FakeExchange exchange = signedIn("GET", "/now.xhtml");
    AuthFilter filter = new AuthFilter(host -> null);
    assertThatThrownBy(
            () ->
                filter.doFilter(
                    exchange.request(),
                    exchange.response(),
                    (request, response) -> {
                      exchange.committed = true;
                      throw new ServletException(new ViewExpiredException());
                    }))
        .isInstanceOf(ServletException.class);
    assertThat(exchange.status).isEqualTo(200);
  }
}
