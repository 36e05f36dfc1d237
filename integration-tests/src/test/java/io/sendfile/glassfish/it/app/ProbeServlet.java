package io.sendfile.glassfish.it.app;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Properties;

/** {@link Probe} for tests in another process than the server. */
@WebServlet("/probe")
public final class ProbeServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String folder = request.getParameter("folder");
    boolean leaks = request.getParameter("leaks") != null;
    Properties values = new Properties();
    values.putAll(leaks ? Probe.leaks(folder) : Probe.take(folder));
    response.setContentType("text/plain");
    values.store(response.getOutputStream(), null);
  }
}
