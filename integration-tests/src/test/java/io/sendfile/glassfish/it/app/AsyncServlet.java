package io.sendfile.glassfish.it.app;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Plays {@code step} before it returns and {@code later} on another thread; {@code end} is the way
 * it completes: {@code now}, {@code later}, or a dispatch to {@code /part}; {@code timeout} is its
 * timeout in milliseconds.
 */
@WebServlet(value = "/async", asyncSupported = true)
public final class AsyncServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    AsyncContext async = request.startAsync();
    if (request.getParameter("timeout") != null) {
      async.setTimeout(Long.parseLong(request.getParameter("timeout")));
    }
    Steps.play(request, response);
    String end = request.getParameter("end");
    if ("now".equals(end)) {
      async.complete();
    } else if ("dispatch".equals(end)) {
      async.dispatch("/part");
    } else {
      Later.run(() -> later(async, request, response));
    }
  }

  private void later(AsyncContext async, HttpServletRequest request, HttpServletResponse response) {
    try {
      Steps.play("later", request, response);
    } catch (IOException | ServletException | RuntimeException e) {
      log("the later steps failed", e);
    } finally {
      async.complete();
    }
  }
}
