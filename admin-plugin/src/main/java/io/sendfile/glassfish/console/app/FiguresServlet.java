package io.sendfile.glassfish.console.app;

import io.sendfile.operations.ended.EndedCondition;
import jakarta.json.JsonObject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the server, instance or cluster {@code target}, by default of this server, as JSON:
 * {@code /live?since=…&marks=…&last=…}, those now, with the samples after that epoch millisecond
 * and the marks after so many that are known, the last of that moment; {@code /history?range=1d} or
 * {@code ?from=…&to=…}, points and marks of the charts until now, or between two epoch
 * milliseconds; with the conditions of ended downloads, of those alone.
 */
@WebServlet({FiguresServlet.LIVE, FiguresServlet.HISTORY})
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
    String user = Objects.toString(request.getAttribute(AuthFilter.USER), "");
    Source source = target.get().source(user);
    Instant now = Instant.now();
    long since = number(request.getParameter("since"));
    switch (request.getServletPath()) {
      case HISTORY -> {
        Span span;
        try {
          span = span(request, now);
        } catch (IllegalArgumentException e) {
          String why = String.valueOf(e.getMessage());
          Reply.send(response, HttpServletResponse.SC_BAD_REQUEST, "text/plain", why);
          return;
        }
        Chart chart = source.history(span, conditions(request));
        if (chart.points().isEmpty() && !chart.failures().isEmpty()) {
          throw new IOException(String.join("; ", chart.failures()));
        }
        write(response, ChartJson.of(chart, span, now));
      }
      default -> {
        long marks = number(request.getParameter("marks"));
        long last = number(request.getParameter("last"));
        write(response, ChartJson.of(source.live(since), since, marks, last, now));
      }
    }
  }

  private static void write(HttpServletResponse response, JsonObject json) throws IOException {
    Reply.send(response, HttpServletResponse.SC_OK, "application/json", json.toString());
  }

  private static Span span(HttpServletRequest request, Instant now) {
    return Span.parse(
        request.getParameter("from"),
        request.getParameter("to"),
        request.getParameter("range"),
        now);
  }

  /** The conditions on downloads, by option. */
  private static Map<String, String> conditions(HttpServletRequest request) {
    return Arrays.stream(EndedCondition.values())
        .map(EndedCondition::option)
        .filter(option -> !Objects.toString(request.getParameter(option), "").isBlank())
        .collect(Collectors.toMap(option -> option, request::getParameter));
  }

  private static long number(@Nullable String text) {
    try {
      return text == null ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
