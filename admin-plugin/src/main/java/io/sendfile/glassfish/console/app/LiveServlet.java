package io.sendfile.glassfish.console.app;

import jakarta.json.JsonObject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * {@code /live?since=…&target=…}: new samples for the charts, and the totals, of a server, instance
 * or cluster. Epoch milliseconds.
 */
@WebServlet("/live")
public class LiveServlet extends JsonServlet {
  private static final long serialVersionUID = 1L;

  @Override
  JsonObject json(Target target, Source source, HttpServletRequest request) {
    long since = since(request);
    return LiveJson.of(source.live(since), since, Instant.now());
  }

  /** The moment after which samples are wanted. */
  static long since(HttpServletRequest request) {
    @Nullable String text = request.getParameter("since");
    try {
      return text == null ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
