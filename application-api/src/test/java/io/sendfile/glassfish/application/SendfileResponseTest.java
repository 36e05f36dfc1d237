package io.sendfile.glassfish.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a server that knows nothing of glassfish-sendfile: Jetty. */
@Timeout(60)
class SendfileResponseTest {
  private static final int LENGTH = 1_000_000;

  @TempDir private Path folder;
  private Path file;
  private byte[] bytes;
  private Server server;
  private volatile Application application;

  /** The servlet of a test. */
  private interface Application {
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
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private HttpResponse<byte[]> ask(String method) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/"))
                .method(method, BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofByteArray());
  }

  private int port() {
    return server.getURI().getPort();
  }

  private HttpResponse<byte[]> get(Application servlet) throws IOException, InterruptedException {
    application = servlet;
    return ask("GET");
  }

  private static String length(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Length").orElse("none");
  }

  @Test
  void copiesWholeFiles() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              answer.getOutputStream().print("dropped");
              SendfileResponse.send(request, answer, file);
            });

    assertThat(response.body()).isEqualTo(bytes);
    assertThat(length(response)).isEqualTo("" + LENGTH);
    assertThat(length(ask("HEAD"))).isEqualTo("" + LENGTH);
  }

  @Test
  void copiesParts() throws Exception {
    HttpResponse<byte[]> response =
        get((request, answer) -> SendfileResponse.transfer(request, answer, file, 7, 100_000));

    assertThat(response.body()).isEqualTo(Arrays.copyOfRange(bytes, 7, 100_007));
    assertThat(length(response)).isEqualTo("100000");
  }

  @Test
  void copiesFilesOfOtherFileSystems() throws Exception {
    URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
    try (FileSystem system = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path packed = Files.write(system.getPath("/f"), bytes);
      HttpResponse<byte[]> response =
          get(
              (request, answer) -> {
                request.setAttribute(SendfileResponse.FILE, true);
                SendfileResponse.send(request, answer, packed);
              });
      assertThat(response.body()).isEqualTo(bytes);
    }
  }

  @Test
  void asynchronousCopyTellsItsEnd() throws Exception {
    CompletableFuture<Long> sent = new CompletableFuture<>();
    HttpResponse<byte[]> response =
        get(
            (request, answer) ->
                SendfileResponse.transfer(request.startAsync(), file, 7, 900_000)
                    .whenComplete((count, failure) -> sent.complete(count)));

    assertThat(response.body()).isEqualTo(Arrays.copyOfRange(bytes, 7, 900_007));
    assertThat(sent.get(10, TimeUnit.SECONDS)).isEqualTo(900_000);
  }

  @Test
  void asynchronousCopyTellsThatTheClientHasGone() throws Exception {
    Files.write(file, new byte[50_000_000]);
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    application =
        (request, answer) ->
            SendfileResponse.transfer(request.startAsync(), file, 0, 50_000_000)
                .whenComplete((count, failure) -> failed.complete(failure));
    try (Socket client = new Socket("127.0.0.1", port())) {
      client.setSoLinger(true, 0);
      client
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      client.getInputStream().readNBytes(1000);
    }

    assertThat(failed.get(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
  }

  @Test
  void passesTheFileWhereItIsTaken() throws Exception {
    get(
        (request, answer) -> {
          request.setAttribute(SendfileResponse.FILE, true);
          assertThat(SendfileResponse.isActive(request)).isTrue();
          SendfileResponse.transfer(request, answer, file, 7, 9);
          assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(file);
          assertThat(request.getAttribute(SendfileResponse.POSITION)).isEqualTo(7L);
          assertThat(request.getAttribute(SendfileResponse.COUNT)).isEqualTo(9L);
          answer.setStatus(204);
        });
    assertThat(ask("GET").statusCode()).isEqualTo(204);
  }

  @Test
  void copiesTheBodyOfAnError() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              request.setAttribute(SendfileResponse.FILE, true);
              answer.setStatus(410);
              SendfileResponse.send(request, answer, file);
              assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(true);
            });

    assertThat(response.statusCode()).isEqualTo(410);
    assertThat(response.body()).isEqualTo(bytes);
  }

  @Test
  void faultsAreToldBeforeAnythingIsSent() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              assertThatThrownBy(
                      () -> SendfileResponse.send(request, answer, folder.resolve("missing")))
                  .isInstanceOf(NoSuchFileException.class);
              assertThatThrownBy(() -> SendfileResponse.send(request, answer, folder))
                  .hasMessageContaining("no regular file");
              assertThatThrownBy(() -> SendfileResponse.transfer(request, answer, file, 1, LENGTH))
                  .isInstanceOf(EOFException.class)
                  .hasMessageContaining("has 1000000 bytes, not the 1000000 from 1");
              assertThatThrownBy(() -> SendfileResponse.transfer(request, answer, file, -1, 1))
                  .isInstanceOf(IllegalArgumentException.class);
              answer.sendError(404);
            });

    assertThat(response.statusCode()).isEqualTo(404);
  }

  @Test
  void refusesCommittedResponses() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              answer.flushBuffer();
              assertThatThrownBy(() -> SendfileResponse.send(request, answer, file))
                  .isInstanceOf(IllegalStateException.class);
            });

    assertThat(response.statusCode()).isEqualTo(200);
  }

  @Test
  void entitiesOfJakartaRestCopyThemselves() throws Exception {
    SendfileEntity entity = new SendfileEntity(file);
    assertThat(entity.get()).isEqualTo(file);
    try (var stream = entity.asStream()) {
      assertThat(stream.readAllBytes()).isEqualTo(bytes);
    }
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              try {
                entity.write(answer.getOutputStream());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertThat(response.body()).isEqualTo(bytes);
  }
}
