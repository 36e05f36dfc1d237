package io.sendfile.glassfish.sample;

import io.sendfile.glassfish.application.SendfileResult;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/** {@code /downloads}: results of the last hand-offs that asked for one. */
@WebServlet("/downloads")
public final class DownloadsServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final String RESULTS = DownloadsServlet.class.getName();
  private static final int SHOWN = 20;

  /** The results, newest first. Thread-safe. */
  @SuppressWarnings("unchecked")
  static synchronized Deque<SendfileResult> results(ServletContext context) {
    if (context.getAttribute(RESULTS) == null) {
      context.setAttribute(RESULTS, new ConcurrentLinkedDeque<SendfileResult>());
    }
    Deque<SendfileResult> results = (Deque<SendfileResult>) context.getAttribute(RESULTS);
    while (results.size() > SHOWN) {
      results.pollLast();
    }
    return results;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/html");
    response.setCharacterEncoding("UTF-8");
    StringBuilder page =
        new StringBuilder(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>glassfish-sendfile: downloads</title>
            <link rel="icon" href="data:,"><link rel="stylesheet" href="style.css"></head>
            <body><main>
            <h1>What became of them</h1>
            <table>
            <thead><tr><th scope="col">File</th><th scope="col">Outcome</th>\
            <th scope="col" class="size">Sent</th><th scope="col" class="size">of</th>\
            <th scope="col" class="size">ms</th></tr></thead>
            <tbody>
            """);
    results(getServletContext()).forEach(result -> page.append(row(result)));
    page.append("</tbody>\n</table>\n<p><a href=\"./\">Back to the files</a></p>\n");
    response.getWriter().print(page.append("</main></body>\n</html>\n"));
  }

  static String row(SendfileResult result) {
    return """
    <tr><th scope="row">%s</th><td>%s</td><td class="size">%s</td><td class="size">%s</td>\
    <td class="size">%d</td></tr>
    """
        .formatted(
            IndexServlet.html(result.path()),
            IndexServlet.html((result.outcome() + " " + result.reason()).strip()),
            IndexServlet.readable(result.bytes()),
            IndexServlet.readable(result.length()),
            result.duration().toMillis());
  }
}
