package io.sendfile.glassfish.console.app;

import jakarta.json.JsonObject;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers with JSON. */
abstract class JsonServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  static void answer(HttpServletResponse response, JsonObject json) throws IOException {
    byte[] body = json.toString().getBytes(StandardCharsets.UTF_8);
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
