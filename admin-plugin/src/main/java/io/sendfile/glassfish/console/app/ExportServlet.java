package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.console.CommandAnswer;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Objects;

/**
 * {@code /export?table=ended&format=csv}: a table as a file. CSV is that of the command with {@code
 * --csv}, JSON its data as over REST.
 */
@WebServlet("/export")
public class ExportServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Export export = Export.of(request.getParameter("table")).orElse(null);
    String format = Objects.requireNonNullElse(request.getParameter("format"), "");
    boolean csv = format.equals("csv");
    if (export == null || !(csv || format.equals("json"))) {
      answer(response, HttpServletResponse.SC_NOT_FOUND, "text/plain", "There is no such table.");
      return;
    }
    String user = Objects.toString(request.getAttribute(AuthFilter.USER), "");
    CommandAnswer answer = AdminCommands.run(user, export.command(request::getParameter));
    if (!answer.hasRows()) {
      answer(response, HttpServletResponse.SC_BAD_REQUEST, "text/plain", answer.message());
      return;
    }
    response.setHeader(
        "Content-Disposition",
        "attachment; filename=\"sendfile-%s-%s.%s\""
            .formatted(export.label(), STAMP.format(Instant.now()), format));
    answer(
        response,
        HttpServletResponse.SC_OK,
        csv ? "text/csv" : "application/json",
        csv ? csv(answer) + "\n" : json(answer.data()).toString());
  }

  /** Its first line, if a server is missing, says so, as one of its rows does. */
  static String csv(CommandAnswer answer) {
    String text = answer.message();
    return answer.succeeded() ? text : text.substring(text.indexOf('\n') + 1);
  }

  private static void answer(HttpServletResponse response, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType(type + ";charset=utf-8");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  /** A command's data; values that are neither maps nor lists are texts. */
  static JsonValue json(Object value) {
    if (value instanceof Map<?, ?> map) {
      JsonObjectBuilder object = Json.createObjectBuilder();
      map.forEach((key, each) -> object.add(String.valueOf(key), json(each)));
      return object.build();
    }
    if (value instanceof Iterable<?> list) {
      JsonArrayBuilder array = Json.createArrayBuilder();
      list.forEach(each -> array.add(json(each)));
      return array.build();
    }
    return Json.createValue(String.valueOf(value));
  }
}
