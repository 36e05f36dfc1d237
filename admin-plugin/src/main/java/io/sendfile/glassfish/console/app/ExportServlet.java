package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.AdminCommands;
import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.HistoryRows;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;

/**
 * {@code /export?table=ended&format=csv}: a table as a file, with the rows that its page shows. CSV
 * is that of the command with {@code --csv}, JSON its data as over REST.
 */
@WebServlet("/export")
public class ExportServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Map<String, String> address = new HashMap<>();
    request.getParameterMap().forEach((name, values) -> address.put(name, values[0]));
    Export export = Export.of(address.get("table")).orElse(null);
    String format = address.getOrDefault("format", "");
    boolean csv = format.equals("csv");
    if (export == null || !(csv || format.equals("json"))) {
      Reply.send(
          response, HttpServletResponse.SC_NOT_FOUND, "text/plain", "There is no such table.");
      return;
    }
    String user = Objects.toString(request.getAttribute(AuthFilter.USER), "");
    CommandAnswer answer = AdminCommands.run(user, export.command(address::get));
    if (!answer.hasRows()) {
      Reply.send(response, HttpServletResponse.SC_BAD_REQUEST, "text/plain", answer.message());
      return;
    }
    try {
      answer = shown(export, answer, address);
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      Reply.send(response, HttpServletResponse.SC_BAD_REQUEST, "text/plain", why);
      return;
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

  /**
   * The answer with the rows and columns of its page, where no option of its command chooses them.
   *
   * @param address values of its parameters
   * @throws IllegalArgumentException with a sentence, for an invalid filter
   */
  static CommandAnswer shown(Export export, CommandAnswer answer, Map<String, String> address) {
    TransferFilter filter = TransferFilter.parse(address.getOrDefault("filter", ""));
    PastView past = new PastView();
    past.take(address);
    return switch (export) {
      case TRANSFERS ->
          chosen(
              answer,
              "transfers",
              TransferColumn.labels(),
              (row, several) -> filter.accepts(new TransferRow(row)));
      case CHANGES -> chosen(answer, "history", HistoryRows.OF_MARKS, past::accepts);
      default -> answer;
    };
  }

  private static CommandAnswer chosen(
      CommandAnswer answer,
      String name,
      List<String> columns,
      BiPredicate<Map<String, String>, Boolean> wanted) {
    List<Map<String, String>> all = answer.rows(name).stream().map(Text::each).toList();
    boolean several = Source.areSeveral(all, answer.reasons().size());
    List<Map<String, String>> rows = all.stream().filter(row -> wanted.test(row, several)).toList();
    // The rows of a page are of one type.
    rows.forEach(row -> row.remove(HistoryRows.TYPE));
    Map<String, Object> data = new HashMap<>(answer.data());
    data.put(name, rows);
    return new CommandAnswer(true, ServersCommand.csv(rows, answer.reasons(), columns), data);
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
