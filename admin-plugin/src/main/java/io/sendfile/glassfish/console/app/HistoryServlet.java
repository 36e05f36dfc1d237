package io.sendfile.glassfish.console.app;

import jakarta.json.JsonObject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;

/** {@code /history?range=1d&target=…}: points and marks of the charts. */
@WebServlet("/history")
public class HistoryServlet extends JsonServlet {
  private static final long serialVersionUID = 1L;

  @Override
  JsonObject json(Target target, Source source, HttpServletRequest request) throws IOException {
    Instant now = Instant.now();
    Range range = Range.of(request.getParameter("range"));
    return HistoryJson.of(source.history(range, now), range, now);
  }
}
