package io.sendfile.glassfish.console.app;

import jakarta.json.JsonObject;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/** Answers with JSON about the server, instance or cluster {@code target}; by default this one. */
abstract class JsonServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  /**
   * The answer.
   *
   * @param source reader of the target's figures
   */
  abstract JsonObject json(Target target, Source source, HttpServletRequest request)
      throws IOException;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<Target> target = Target.of(request.getParameter("target"), null, Server.targets());
    if (target.isEmpty()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    String user = Objects.toString(request.getAttribute(AuthFilter.USER), "");
    JsonObject json = json(target.get(), target.get().source(user), request);
    byte[] body = json.toString().getBytes(StandardCharsets.UTF_8);
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
