package io.sendfile.glassfish.sample;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * {@code /copy?value=files:…}: copies the file, byte by byte, through the servlet's output stream.
 */
@WebServlet("/copy")
public final class CopyServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private transient Optional<SampleFiles> files = Optional.empty();

  @Override
  public void init() throws ServletException {
    try {
      files = SampleFiles.of(getServletContext());
    } catch (IOException e) {
      throw new ServletException(e);
    }
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String value = request.getParameter("value");
    if (value == null) {
      response.sendError(400, "Name a file: /copy?value=files:1-mb.bin");
      return;
    }
    Optional<Path> file = files.flatMap(folder -> folder.find(value));
    if (file.isEmpty()) {
      response.sendError(404);
      return;
    }
    response.setContentType("application/octet-stream");
    response.setContentLengthLong(Files.size(file.get()));
    Files.copy(file.get(), response.getOutputStream());
  }
}
