package io.sendfile.glassfish.console.app;

import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code /live?since=…}: new samples for the charts, and the totals. Epoch milliseconds. */
@WebServlet("/live")
public class LiveServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Inject private transient @Nullable Sampler sampler;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    long since = number(request.getParameter("since"));
    JsonObject json = LiveJson.of(Objects.requireNonNull(sampler).since(since));
    byte[] body = json.toString().getBytes(StandardCharsets.UTF_8);
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private static long number(@Nullable String text) {
    try {
      return text == null ? 0 : Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
