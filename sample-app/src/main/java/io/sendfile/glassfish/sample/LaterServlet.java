package io.sendfile.glassfish.sample;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * {@code /later?value=…}: an asynchronous servlet that has its answer after 100 ms, as one that
 * asks another service, and hands the file off then. No thread waits meanwhile.
 */
@WebServlet(urlPatterns = "/later", asyncSupported = true)
public final class LaterServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final long WAIT_MILLIS = 100;

  private transient ScheduledExecutorService timer;

  @Override
  public void init() {
    timer = Executors.newSingleThreadScheduledExecutor();
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String value = request.getParameter("value");
    if (value == null) {
      response.sendError(400, "Name a file: /later?value=files:1-mb.bin");
      return;
    }
    AsyncContext context = request.startAsync();
    Future<?> unused =
        timer.schedule(() -> answer(context, value), WAIT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static void answer(AsyncContext context, String value) {
    ((HttpServletResponse) context.getResponse()).setHeader("X-Sendfile", value);
    context.complete();
  }

  @Override
  public void destroy() {
    timer.shutdownNow();
  }
}
