package io.sendfile.glassfish.it.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jsoup.Connection;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;

/**
 * A page as the server sent it, with no script run.
 *
 * @param response with which it came
 * @param html the same, parsed
 */
record Page(Connection.Response response, Document html) {
  static Page of(Connection request) throws IOException {
    Connection.Response response = request.execute().readFully();
    return new Page(response, response.parse());
  }

  Page isFine() {
    assertThat(status()).as("status of %s: %s", address(), html.text()).isEqualTo(200);
    return this;
  }

  int status() {
    return response.statusCode();
  }

  /** Its path and query, below the application's own path. */
  String address() {
    return response.url().getFile().replaceFirst("^/sendfile-app/", "");
  }

  /** The text of the first such element, folded parts included. */
  String text(String css) {
    return html.expectFirst(css).text();
  }

  int count(String css) {
    return html.select(css).size();
  }

  /** The value of a field. */
  String value(String css) {
    return html.expectFirst(css).val();
  }

  String attribute(String css, String name) {
    return html.expectFirst(css).attr(name);
  }

  /** The response as it came, e.g. a file. */
  String body() {
    return response.body();
  }

  /** The page behind a link. */
  Page follow(String css) throws IOException {
    return behind(css).isFine();
  }

  /** The page of the past behind a link, with the rows that do not fit its first page, too. */
  Page followWhole(String css) throws IOException {
    String address = html.expectFirst(css).absUrl("href");
    return of(request()
            .method(Connection.Method.GET)
            .url(address + (address.contains("?") ? "&" : "?") + "rows=500"))
        .isFine();
  }

  /** The response behind a link, e.g. a file. */
  Page behind(String css) throws IOException {
    return of(request().method(Connection.Method.GET).url(html.expectFirst(css).absUrl("href")));
  }

  /**
   * Presses a button, or sends a form by none of its own, with new values of fields: CSS, value …
   */
  Page press(String button, String... values) throws IOException {
    return of(sending(button, values)).isFine();
  }

  /** Fills in the form to sign in; the application may still be loading afterwards. */
  Page signIn(String user, String password) throws IOException {
    return of(sending(Pages.LOGIN, "[name=j_username]", user, "[name=j_password]", password));
  }

  /** As {@link #press}, not sent yet. */
  Connection sending(String button, String... values) {
    Element pressed = html.expectFirst(button);
    FormElement form = (FormElement) Objects.requireNonNull(pressed.closest("form"));
    List<Connection.KeyVal> fields = form.formData();
    List<String> buttons = form.select("[type=submit]").eachAttr("name");
    fields.removeIf(field -> buttons.contains(field.key()));
    for (int i = 0; i < values.length; i += 2) {
      String name = form.expectFirst(values[i]).attr("name");
      String value = values[i + 1];
      fields.stream()
          .filter(field -> field.key().equals(name))
          .forEach(field -> field.value(value));
    }
    boolean posts = form.attr("method").equalsIgnoreCase("post");
    Connection request =
        request()
            .url(form.absUrl("action"))
            .method(posts ? Connection.Method.POST : Connection.Method.GET)
            .data(fields);
    Element script = html.selectFirst("script[nonce]");
    if (posts && script != null) {
      // Added by PrimeFaces in a browser.
      request.data("primefaces.nonce", script.attr("nonce"));
    }
    return pressed != form && pressed.hasAttr("name")
        ? request.data(pressed.attr("name"), pressed.val())
        : request;
  }

  private Connection request() {
    return html.connection().newRequest().referrer(response.url().toString());
  }
}
