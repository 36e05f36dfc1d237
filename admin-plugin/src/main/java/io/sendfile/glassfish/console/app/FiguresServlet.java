package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.WallDisplay;
import jakarta.json.JsonObject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the server, instance or cluster {@code target}, by default of this server, as JSON:
 * {@code /live?since=…}, those now, with the samples after that epoch millisecond; {@code
 * /wall?since=…}, those of the wall display, for those who have its key; {@code /history?range=1d},
 * points and marks of the charts.
 */
@WebServlet({FiguresServlet.LIVE, FiguresServlet.HISTORY, WallDisplay.FIGURES})
public class FiguresServlet extends HttpServlet {
  static final String LIVE = "/live";
  static final String HISTORY = "/history";

  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<Target> target = Target.of(request.getParameter("target"), null, Server.targets());
    if (target.isEmpty()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    byte[] body = json(target.get(), request).toString().getBytes(StandardCharsets.UTF_8);
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private static JsonObject json(Target target, HttpServletRequest request) throws IOException {
    String user = Objects.toString(request.getAttribute(AuthFilter.USER), "");
    Source source = target.source(user);
    Instant now = Instant.now();
    long since = since(request.getParameter("since"));
    return switch (request.getServletPath()) {
      case HISTORY -> {
        Range range = Range.of(request.getParameter("range"));
        yield HistoryJson.of(source.history(range, now), range, now);
      }
      case WallDisplay.FIGURES ->
          WallJson.of(target, source.live(since), source.problems(), since, now);
      default -> LiveJson.of(source.live(since), since, now);
    };
  }

  private static long since(@Nullable String text) {
    try {
      return text == null ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
