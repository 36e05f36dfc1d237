package io.sendfile.glassfish.it.app;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Properties;

/**
 * The record of {@link Told} about the hand-off with that {@code id}; {@code release} ends waits.
 */
@WebServlet("/told")
public final class ToldServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Inject private Told told;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getParameter("release") != null) {
      told.release();
    }
    Properties seen = new Properties();
    seen.putAll(told.about(String.valueOf(request.getParameter("id"))));
    response.setContentType("text/plain");
    seen.store(response.getOutputStream(), null);
  }
}
