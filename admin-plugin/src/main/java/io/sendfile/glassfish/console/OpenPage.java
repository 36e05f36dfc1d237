package io.sendfile.glassfish.console;

import com.sun.jsftemplating.layout.descriptors.handler.HandlerContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Objects;

/**
 * Handler {@code sendfile.openPage} of our pages in the console, declared in {@code
 * META-INF/jsftemplating/Handler.map}. It runs in an authenticated request of the console. It uses
 * no type of Jakarta Faces: Payara has two of each, one for the console and one for applications,
 * and our web application must see only the second.
 */
public final class OpenPage {
  private OpenPage() {}

  /**
   * Registers the console's session, that of input {@code request}, and sets output {@code url}, of
   * the frame: input {@code page}, with the state of input {@code state}, or the configuration of
   * input {@code config}. The page writes the URL unescaped, so it is encoded here. Output {@code
   * alone}, by input {@code own}: whether the page is shown without a frame.
   */
  public static void open(HandlerContext context) {
    if (context.getInputValue("request") instanceof HttpServletRequest request) {
      String user = request.getRemoteUser();
      if (user != null && request.isUserInRole("admin")) {
        ConsoleSessions.register(request.getSession(), user);
      }
    }
    context.setOutputValue(
        "url", url(input(context, "page"), input(context, "config"), input(context, "state")));
    context.setOutputValue("alone", Boolean.parseBoolean(input(context, "own")));
  }

  private static String input(HandlerContext context, String name) {
    return Objects.toString(context.getInputValue(name), "");
  }

  static String url(String page, String config, String state) {
    PageAddress address =
        config.isEmpty()
            ? PageAddress.ofState(page, state)
            : new PageAddress(page, Map.of("config", config));
    return address.path();
  }
}
