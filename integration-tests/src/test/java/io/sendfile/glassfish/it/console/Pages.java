package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.time.Duration;
import org.jsoup.Connection;
import org.jsoup.Jsoup;

/** A session of the admin console by requests alone, far cheaper than a browser. */
final class Pages {
  static final String LOGIN = "form[name=loginform]";

  /** GlassFish loads its console, and the module's pages with it, on the first request. */
  static final Duration LOADED = Duration.ofSeconds(150);

  private static final int NOT_SIGNED_IN = 401;

  private final String base;
  private final Connection session;

  /**
   * A session without cookies.
   *
   * @param base of the admin listener, without a path
   */
  Pages(String base) {
    this.base = base;
    session =
        Jsoup.newSession()
            .header("Origin", base)
            .timeout((int) LOADED.toMillis())
            .maxBodySize(0)
            .ignoreContentType(true)
            .ignoreHttpErrors(true);
  }

  String base() {
    return base;
  }

  /** Signs in to the console, as soon as it is loaded, and registers the session. */
  Pages signIn(String user, String password) {
    Await.until("the console", LOADED, () -> isIn(load("/"), user, password));
    Await.until("the frame", LOADED, () -> load("/sendfile/now.jsf").count(Console.FRAME) == 1);
    Await.until("the application", LOADED, () -> own("now.xhtml").status() == 200);
    return this;
  }

  private static boolean isIn(Page page, String user, String password) throws IOException {
    return page.count(LOGIN) == 0
        ? page.count("#treeForm") == 1
        : page.signIn(user, password).count("#treeForm") == 1;
  }

  /** Signs out, which the pages of the module notice at once. */
  void signOut() throws IOException {
    assertThat(load("/sendfile/now.jsf").press("[id$=logoutLink]").count(LOGIN)).isEqualTo(1);
    for (String path : new String[] {"live", "now.xhtml"}) {
      assertThat(own(path).status()).as(path + " after signing out").isEqualTo(NOT_SIGNED_IN);
    }
  }

  /** A page of the application, as an administrator; its parameters are encoded. */
  Page open(String page) throws IOException {
    Page opened = own(page);
    if (opened.status() == NOT_SIGNED_IN) {
      // Its script sends the form at once for an empty password.
      signIn("admin", "");
      opened = own(page);
    }
    return opened.isFine();
  }

  /** The response to a request for something of the application, whatever it is. */
  Page own(String path) throws IOException {
    return load("/sendfile-app/" + path);
  }

  /** The response to a request for a path on the admin listener. */
  Page load(String path) throws IOException {
    return Page.of(session.newRequest(base + path));
  }

  /** Sends a cookie from now on, as the script of a page has a browser do. */
  void addCookie(String name, String value) {
    HttpCookie cookie = new HttpCookie(name, value);
    cookie.setPath("/");
    session.cookieStore().add(URI.create(base), cookie);
  }

  /** The value of a cookie of the session. */
  String cookie(String name) {
    return session.cookieStore().getCookies().stream()
        .filter(cookie -> cookie.getName().equals(name))
        .findAny()
        .orElseThrow()
        .getValue();
  }

  /** Forgets a cookie of the session. */
  void forgetCookie(String name) {
    session.cookieStore().getCookies().stream()
        .filter(cookie -> cookie.getName().equals(name))
        .toList()
        .forEach(cookie -> session.cookieStore().remove(null, cookie));
  }
}
