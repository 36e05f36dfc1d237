package io.sendfile.glassfish.console;

import com.sun.jsftemplating.layout.descriptors.handler.HandlerContext;
import jakarta.faces.context.ExternalContext;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Handler {@code sendfile.openPage} of our pages in the console, declared in {@code
 * META-INF/jsftemplating/Handler.map}. It runs in an authenticated request of the console.
 */
public final class OpenPage {
  private OpenPage() {}

  /**
   * Registers the console's session, and sets the URL of the frame: input {@code page}, with the
   * configuration of input {@code config}. The page writes the URL unescaped, so it is encoded
   * here. Input {@code own} redirects there, without a frame.
   *
   * @throws IOException if the client has gone
   */
  public static void open(HandlerContext context) throws IOException {
    ExternalContext external = context.getFacesContext().getExternalContext();
    HttpServletRequest request = (HttpServletRequest) external.getRequest();
    String user = request.getRemoteUser();
    if (user != null && request.isUserInRole("admin")) {
      ConsoleSessions.register(request.getSession(), user);
    }
    String url = url(input(context, "page"), input(context, "config"));
    context.setOutputValue("url", url);
    if (Boolean.parseBoolean(input(context, "own"))) {
      external.redirect(url);
      context.getFacesContext().responseComplete();
    }
  }

  private static String input(HandlerContext context, String name) {
    return Objects.toString(context.getInputValue(name), "");
  }

  static String url(String page, String config) {
    String url = ConsoleAdapter.CONTEXT_ROOT + "/" + encode(page) + ".xhtml";
    return config.isEmpty() ? url : url + "?config=" + encode(config);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
