package io.sendfile.glassfish.application;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that knows nothing of glassfish-sendfile: Jetty. */
@Timeout(60)
abstract class PlainServer {
  static final int LENGTH = 1_000_000;

  @TempDir Path folder;
  Path file;
  byte[] bytes;
  private Server server;
  volatile Application application;

  /** The fault that an application has found: the client would learn of a status 500 only. */
  private volatile AssertionError failure;

  /** The servlet of a test. */
  interface Application {
    void serve(HttpServletRequest request, HttpServletResponse response) throws Exception;
  }

  @BeforeEach
  void start() throws Exception {
    bytes = new byte[LENGTH];
    new Random(1).nextBytes(bytes);
    file = Files.write(folder.resolve("file"), bytes);
    server = new Server(new InetSocketAddress("127.0.0.1", 0));
    ServletContextHandler context = new ServletContextHandler();
    ServletHolder holder = new ServletHolder(new ApplicationServlet());
    holder.setAsyncSupported(true);
    context.addServlet(holder, "/*");
    server.setHandler(context);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
    if (failure != null) {
      throw failure;
    }
    assertThat(openBelowFolder()).isZero();
  }

  private long openBelowFolder() throws IOException {
    try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.filter(this::isBelowFolder).count();
    }
  }

  private boolean isBelowFolder(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(folder);
    } catch (IOException e) {
      return false;
    }
  }

  private final class ApplicationServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      try {
        application.serve(request, response);
      } catch (IOException e) {
        throw e;
      } catch (AssertionError e) {
        failure = e;
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  final HttpResponse<byte[]> ask(String method) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/"))
                .method(method, BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofByteArray());
  }

  final int port() {
    return server.getURI().getPort();
  }

  final HttpResponse<byte[]> get(Application servlet) throws IOException, InterruptedException {
    application = servlet;
    return ask("GET");
  }
}
