package io.sendfile.glassfish.sample;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * {@code /pass?value=files:…}: passes the file by its path. On a server without glassfish-sendfile
 * the same line copies it.
 */
@WebServlet("/pass")
public final class PassServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<Path> file = SampleFiles.asked(getServletContext(), request.getParameter("value"));
    if (file.isEmpty()) {
      response.sendError(404);
      return;
    }
    response.setContentType("application/octet-stream");
    SendfileResponse.send(request, response, file.get());
  }
}
