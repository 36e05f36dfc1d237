package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.AdminCommands;
import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.TransferColumn;
import io.sendfile.glassfish.command.ServersCommand;
import jakarta.json.Json;
import jakarta.json.stream.JsonGenerator;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
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
      Reply.send(
          response, HttpServletResponse.SC_NOT_FOUND, "text/plain", "There is no such table.");
      return;
    }
    String user = Objects.toString(request.getAttribute(AuthFilter.USER), "");
    CommandAnswer answer = AdminCommands.run(user, export.command(request::getParameter));
    if (!answer.hasRows()) {
      Reply.send(response, HttpServletResponse.SC_BAD_REQUEST, "text/plain", answer.message());
      return;
    }
    String filter = Objects.requireNonNullElse(request.getParameter("filter"), "");
    if (export == Export.TRANSFERS && !filter.isBlank()) {
      try {
        answer = filtered(answer, TransferFilter.parse(filter));
      } catch (IllegalArgumentException e) {
        String why = String.valueOf(e.getMessage());
        Reply.send(response, HttpServletResponse.SC_BAD_REQUEST, "text/plain", why);
        return;
      }
    }
    response.setHeader(
        "Content-Disposition",
        "attachment; filename=\"sendfile-%s-%s.%s\""
            .formatted(export.label(), STAMP.format(Instant.now()), format));
    if (csv) {
      Reply.send(response, HttpServletResponse.SC_OK, "text/csv", csv(answer) + "\n");
      return;
    }
    response.setContentType("application/json;charset=utf-8");
    try (JsonGenerator file = Json.createGenerator(response.getOutputStream())) {
      write(file, answer.data());
    }
  }

  /** The answer with those running transfers alone that the filter of the page accepts. */
  static CommandAnswer filtered(CommandAnswer answer, TransferFilter filter) {
    String name = Export.TRANSFERS.label();
    List<Map<String, String>> rows =
        answer.rows(name).stream()
            .map(Text::each)
            .filter(row -> filter.accepts(new TransferRow(row)))
            .toList();
    Map<String, Object> data = new HashMap<>(answer.data());
    data.put(name, rows);
    Map<String, String> failures = new LinkedHashMap<>();
    if (data.get("failures") instanceof Map<?, ?> each) {
      each.forEach((server, why) -> failures.put(String.valueOf(server), Text.of(why)));
    }
    String csv =
        ServersCommand.csv(
            rows,
            failures,
            Arrays.stream(TransferColumn.values()).map(TransferColumn::label).toList());
    return new CommandAnswer(true, csv, data);
  }

  /** Its first line, if a server is missing, says so, as one of its rows does. */
  static String csv(CommandAnswer answer) {
    String text = answer.message();
    return answer.succeeded() ? text : text.substring(text.indexOf('\n') + 1);
  }

  /** A command's data; values that are neither maps nor lists are texts. */
  static void write(JsonGenerator file, Object value) {
    if (value instanceof Map<?, ?> map) {
      file.writeStartObject();
      map.forEach(
          (key, each) -> {
            file.writeKey(String.valueOf(key));
            write(file, each);
          });
      file.writeEnd();
    } else if (value instanceof Iterable<?> list) {
      file.writeStartArray();
      list.forEach(each -> write(file, each));
      file.writeEnd();
    } else {
      file.write(String.valueOf(value));
    }
  }
}
