package io.sendfile.glassfish.sample;

import io.sendfile.glassfish.application.SendfileResult;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/**
 * {@code /send?value=…}: hands the file off. The value goes into the header as it is; {@code
 * &header=…} takes another hand-off header than {@code X-Sendfile}, and {@code &tell=yes} has
 * {@link DownloadsServlet} show its result.
 *
 * <p>Only a sample may take the value from the user: a real application decides who may have which
 * file.
 */
@WebServlet("/send")
public final class SendServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  static final List<String> HEADERS =
      List.of("X-Sendfile", "X-Sendfile-Temporary", "X-Accel-Redirect", "X-LIGHTTPD-send-file");

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String value = request.getParameter("value");
    String header = header(request);
    if (value == null || !HEADERS.contains(header)) {
      response.sendError(
          400,
          "Name a file: /send?value=files:1-mb.bin, and if you like &header= one of " + HEADERS);
      return;
    }
    if (request.getParameter("tell") != null) {
      SendfileResult.tell(request, DownloadsServlet.results(getServletContext())::addFirst);
    }
    response.setHeader(header, value);
    if (!header.equals(HEADERS.get(0)) || request.getAttribute("io.sendfile.active") == null) {
      response
          .getOutputStream()
          .println(
              "If you read this, glassfish-sendfile is not installed, or switched off for "
                  + header);
    }
  }

  static String header(HttpServletRequest request) {
    return Objects.requireNonNullElse(request.getParameter("header"), HEADERS.get(0));
  }
}
