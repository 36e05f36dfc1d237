package io.sendfile.glassfish.console.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;

/** {@code /history?range=1d}: points and marks of the charts. */
@WebServlet("/history")
public class HistoryServlet extends JsonServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Instant now = Instant.now();
    Range range = Range.of(request.getParameter("range"));
    answer(
        response,
        HistoryJson.of(
            Server.history(), range, now, ZoneId.systemDefault().getRules().getOffset(now)));
  }
}
