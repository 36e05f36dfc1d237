package io.sendfile.glassfish.it.installation;

import io.sendfile.glassfish.it.app.Probe;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.glassfish.api.event.EventTypes;
import org.glassfish.api.event.Events;
import org.glassfish.internal.api.Globals;

/**
 * Writes the server's counters to a file at its stop: GlassFish calls its listeners in the order of
 * their registration, so this one runs after the module's.
 */
@WebServlet("/stop-report")
public final class StopReport extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Path report = Path.of(request.getParameter("file"));
    Globals.getDefaultHabitat()
        .getService(Events.class)
        .register(
            event -> {
              if (event.is(EventTypes.PREPARE_SHUTDOWN)) {
                write(report);
              }
            });
    response.getWriter().print("registered");
  }

  private static void write(Path report) {
    Properties values = new Properties();
    values.putAll(Probe.take("/none"));
    try (Writer writer = Files.newBufferedWriter(report)) {
      values.store(writer, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
