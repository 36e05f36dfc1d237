package io.sendfile.glassfish.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.util.regex.Pattern;

/**
 * Addresses that a browser has when it is not signed in, a path and a query with a question mark
 * between: what is made of them leads to a page of this application, with nothing in it that ends
 * an attribute, a header field or the path, and with the same state as before.
 */
class PageAddressFuzzTest extends FuzzTarget {
  private static final Pattern PATH =
      Pattern.compile("/[a-z-]+/(now|past|files|server|configuration)\\.xhtml(\\?[\\w.*%+=&-]+)?");
  private static final Pattern CONSOLE =
      Pattern.compile("/sendfile/page\\.jsf\\?page=[a-z]+(&state=[\\w-]+)?");

  @Override
  protected boolean check(byte[] input) {
    String[] address = text(input).split("\\?", 2);
    String query = address.length > 1 ? address[1] : null;
    PageAddress page = PageAddress.of(address[0], query);
    assertThat(page.path()).matches(PATH);
    assertThat(page.console()).matches(CONSOLE);
    String[] state = page.console().split("&state=", 2);
    assertThat(PageAddress.ofState(page.page(), state.length > 1 ? state[1] : "")).isEqualTo(page);
    String[] again = page.path().split("\\?", 2);
    assertThat(PageAddress.of(again[0], again.length > 1 ? again[1] : null)).isEqualTo(page);
    assertThat(SignIn.pageOf(address[0], text(input))).isEqualTo(page.path());
    assertThat(SignIn.html(address[0], query))
        .contains("href=\"" + page.console().replace("&", "&amp;") + "\"");
    return !page.state().isEmpty();
  }
}
