package io.sendfile.glassfish.it.app;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code /transfer?file=…&position=…&count=…}: an asynchronous transfer. Without a file, the end of
 * the last one. With {@code &delete} the file is deleted after the call.
 */
@WebServlet(value = "/transfer", asyncSupported = true)
public final class TransferServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private volatile String last = "none";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String file = request.getParameter("file");
    if (file == null) {
      response.getWriter().print(last);
      return;
    }
    last = "running";
    SendfileResponse.transfer(
            request.startAsync(),
            Path.of(file),
            Long.parseLong(request.getParameter("position")),
            Long.parseLong(request.getParameter("count")))
        .whenComplete((bytes, failure) -> last = failure == null ? bytes + " bytes" : "" + failure);
    if (request.getParameter("delete") != null) {
      Files.delete(Path.of(file));
    }
  }
}
