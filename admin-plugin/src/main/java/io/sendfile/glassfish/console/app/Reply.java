package io.sendfile.glassfish.console.app;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A whole response in UTF-8. */
final class Reply {
  private Reply() {}

  static void send(HttpServletResponse response, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType(type + "; charset=utf-8");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
