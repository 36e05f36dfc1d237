package io.sendfile.glassfish.sample;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * {@code /send?value=…}: hands the file off. The value goes into the header as it is.
 *
 * <p>Only a sample may do that: a real application decides itself which file a user may have.
 */
@WebServlet("/send")
public final class SendServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String value = request.getParameter("value");
    if (value == null) {
      response.sendError(400, "Name a file: /send?value=files:1-mb.bin");
      return;
    }
    response.setHeader("X-Sendfile", value);
    response
        .getOutputStream()
        .println("If you read this, glassfish-sendfile is not installed here.");
  }
}
