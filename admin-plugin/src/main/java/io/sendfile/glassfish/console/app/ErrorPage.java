package io.sendfile.glassfish.console.app;

import io.sendfile.spi.Escapes;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Page in place of one that failed. The server's own would show stack traces and paths; and it logs
 * exceptions, but no error that has a status only.
 */
@WebServlet("/error")
public class ErrorPage extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOGGER = Logger.getLogger(ErrorPage.class.getPackageName());

  private static final String HTML =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Sendfile</title>
      <style>:root{color-scheme:light}body{font:16px/1.5 system-ui,sans-serif;margin:3rem}</style>
      </head><body><p>An error occurred (status %d); the server's log has the reason.
      <a href="/sendfile-app/now.xhtml">Load the page again</a>.</p></body></html>
      """;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getDispatcherType() != DispatcherType.ERROR) {
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    LOGGER.log(
        Level.WARNING,
        "sendfile: console page {0} failed for {1} with status {2}: {3}",
        new Object[] {
          text(request, RequestDispatcher.ERROR_REQUEST_URI),
          request.getMethod(),
          response.getStatus(),
          text(request, RequestDispatcher.ERROR_MESSAGE)
        });
    int status = response.getStatus();
    Reply.send(response, status, "text/html", HTML.formatted(status));
  }

  private static String text(HttpServletRequest request, String attribute) {
    return Escapes.forLog(String.valueOf(request.getAttribute(attribute)));
  }
}
