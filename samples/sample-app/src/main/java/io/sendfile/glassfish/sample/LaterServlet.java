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
 * {@code /later?value=…}: an asynchronous servlet that hands the file off after 100 ms, as if it
 * had asked another service. No thread waits meanwhile. {@code &header=…} takes another hand-off
 * header, as {@link SendServlet} does; {@code &copy=yes} has {@link CopyServlet} copy the file
 * instead.
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
    String header = SendServlet.header(request);
    if (value == null || !SendServlet.HEADERS.contains(header)) {
      response.sendError(400, "Name a file: /later?value=files:1-mb.bin");
      return;
    }
    boolean copies = request.getParameter("copy") != null;
    AsyncContext context = request.startAsync();
    Runnable answer =
        copies ? () -> context.dispatch("/copy") : () -> handOff(context, header, value);
    Future<?> unused = timer.schedule(answer, WAIT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static void handOff(AsyncContext context, String header, String value) {
    ((HttpServletResponse) context.getResponse()).setHeader(header, value);
    context.complete();
  }

  @Override
  public void destroy() {
    timer.shutdownNow();
  }
}
