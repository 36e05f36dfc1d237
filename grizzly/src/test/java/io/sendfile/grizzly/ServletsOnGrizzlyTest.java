package io.sendfile.grizzly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Figure;
import io.sendfile.glassfish.application.SendfileResponse;
import io.sendfile.glassfish.application.SendfileResult;
import io.sendfile.grizzly.filter.ServerFixture;
import io.sendfile.spi.TransferResult;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.servlet.ServletRegistration;
import org.glassfish.grizzly.servlet.WebappContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlets in a Grizzly server without a container, with the module and without. */
@Timeout(30)
class ServletsOnGrizzlyTest {
  private static final int LENGTH = 1 << 20;

  @TempDir Path folder;
  private final HttpServer server = new HttpServer();
  private final NetworkListener listener = new NetworkListener("web", "127.0.0.1", 0);
  private final WebappContext application = new WebappContext("application", "/app");
  // An offer of HTTP/2 makes Grizzly 4 forget the media type of what a servlet writes.
  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private final BlockingQueue<TransferResult> ended = new LinkedBlockingQueue<>();
  private final BlockingQueue<Map<String, Object>> told = new LinkedBlockingQueue<>();
  private final BlockingQueue<Object> sent = new LinkedBlockingQueue<>();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final byte[] bytes = new byte[LENGTH];
  private Sendfile sendfile;
  private Path file;

  @BeforeEach
  void build() throws IOException {
    folder = folder.toRealPath();
    new Random(1).nextBytes(bytes);
    file = Files.write(folder.resolve("file.pdf"), bytes);
    sendfile = Sendfile.builder().root("media", folder).listener(ended::add).build();
    server.addListener(listener);
    add("header", this::header);
    add("attributes", this::attributes);
    add("send", (request, response) -> SendfileResponse.send(request, response, file));
    add("delete", (request, response) -> SendfileResponse.sendAndDelete(request, response, file));
    add("part", (request, response) -> SendfileResponse.transfer(request, response, file, 7, 500));
    add("missing", this::missing);
    add("reset", this::reset);
    add("later", this::later);
    add("at-once", (request, response) -> complete(request.startAsync(), request, response));
    add("dispatched", (request, response) -> request.startAsync().dispatch("/header"));
    add("later-part", this::laterPart);
    add(
        "forwarded",
        (request, response) -> request.getRequestDispatcher("/header").forward(request, response));
    add(
        "included",
        (request, response) -> request.getRequestDispatcher("/send").include(request, response));
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
    sendfile.close();
    executor.shutdownNow();
  }

  /** The body of a servlet. */
  private interface Work {
    void service(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException;
  }

  private void add(String name, Work work) {
    ServletRegistration registration =
        application.addServlet(
            name,
            new HttpServlet() {
              private static final long serialVersionUID = 1;

              @Override
              protected void service(HttpServletRequest request, HttpServletResponse response)
                  throws ServletException, IOException {
                work.service(request, response);
              }
            });
    registration.addMapping("/" + name);
    registration.setAsyncSupported(true);
  }

  private void header(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.setHeader("X-Own", String.valueOf(request.getAttribute("io.sendfile.active")));
    response.setHeader("X-Sendfile", "media:file.pdf");
    response.getWriter().write("dropped");
  }

  private void attributes(HttpServletRequest request, HttpServletResponse response) {
    Consumer<Map<String, Object>> receiver = told::add;
    request.setAttribute("io.sendfile.client", "alice");
    request.setAttribute("io.sendfile.listener", receiver);
    response.setHeader("X-Sendfile", "media:file.pdf");
  }

  private void missing(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    SendfileResponse.send(request, response, folder.resolve("missing"));
  }

  private void reset(HttpServletRequest request, HttpServletResponse response) throws IOException {
    SendfileResponse.send(request, response, file);
    response.reset();
    response.getWriter().write("other");
  }

  private void later(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext async = request.startAsync();
    executor.execute(() -> complete(async, request, response));
  }

  private static void complete(
      AsyncContext async, HttpServletRequest request, HttpServletResponse response) {
    response.setHeader("X-Own", String.valueOf(request.getAttribute("io.sendfile.active")));
    response.setHeader("X-Sendfile", "media:file.pdf");
    async.complete();
  }

  private void laterPart(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    AsyncContext async = request.startAsync();
    executor.execute(
        () -> {
          try {
            SendfileResponse.transfer(async, file, 7, LENGTH - 7)
                .whenComplete((count, failure) -> sent.add(failure == null ? count : failure));
          } catch (IOException e) {
            sent.add(e);
          }
        });
  }

  private void start(boolean installed) throws IOException {
    application.deploy(server);
    if (installed) {
      sendfile.install(server);
    }
    server.start();
  }

  private HttpResponse<byte[]> ask(String method, String servlet, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + listener.getPort() + "/app/" + servlet))
            .method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private byte[] bytes(int first, int last) {
    return Arrays.copyOfRange(bytes, first, last + 1);
  }

  /** Counted when a response begins, which its client may see before. */
  private void awaitStarted(int count) {
    ServerFixture.await(
        count + " are counted", () -> sendfile.statistics().counts().of(Figure.STARTED) == count);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"header", "send", "later", "at-once", "dispatched", "forwarded", "included"})
  void fileIsHandedOffWithRangesAndConditions(String servlet) throws Exception {
    start(true);

    HttpResponse<byte[]> whole = ask("GET", servlet);
    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(whole.body()).isEqualTo(bytes);
    assertThat(whole.headers().map()).doesNotContainKey("x-sendfile");
    assertThat(whole.headers().firstValue("Content-Type")).contains("application/pdf");
    HttpResponse<byte[]> range = ask("GET", servlet, "Range", "bytes=10-19");
    assertThat(range.statusCode()).isEqualTo(206);
    assertThat(range.body()).isEqualTo(bytes(10, 19));
    String tag = whole.headers().firstValue("ETag").orElseThrow();
    assertThat(ask("GET", servlet, "If-None-Match", tag).statusCode()).isEqualTo(304);
    HttpResponse<byte[]> head = ask("HEAD", servlet);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(LENGTH);
    awaitStarted(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"header", "later"})
  void headerIsAskedFor(String servlet) throws Exception {
    start(true);

    assertThat(ask("GET", servlet).headers().firstValue("X-Own")).contains("true");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void deletedFileIsSent(boolean installed) throws Exception {
    start(installed);

    assertThat(ask("GET", "delete").body()).isEqualTo(bytes);
    // Deleted after the last byte is written, which its client may see before.
    ServerFixture.await("the file is deleted", () -> Files.notExists(file));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void partIsTheWholeBody(boolean installed) throws Exception {
    start(installed);

    HttpResponse<byte[]> part = ask("GET", "part", "Range", "bytes=0-1");
    assertThat(part.statusCode()).isEqualTo(200);
    assertThat(part.body()).isEqualTo(bytes(7, 506));
    awaitStarted(installed ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void asynchronousPartTellsItsEnd(boolean installed) throws Exception {
    start(installed);

    assertThat(ask("GET", "later-part").body()).isEqualTo(bytes(7, LENGTH - 1));
    assertThat(sent.poll(10, TimeUnit.SECONDS)).isEqualTo(LENGTH - 7L);
    awaitStarted(installed ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void missingFileIsNotFound(boolean installed) throws Exception {
    start(installed);

    HttpResponse<byte[]> missing = ask("GET", "missing");
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(new String(missing.body(), UTF_8)).doesNotContain(folder.toString());
  }

  @Test
  void resetWithdrawsTheFile() throws Exception {
    start(true);

    HttpResponse<byte[]> response = ask("GET", "reset");
    assertThat(response.body()).asString().isEqualTo("other");
    assertThat(response.headers().firstValue("X-Sendfile-Opened")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void fileIsCopiedWithoutTheModule(String method) throws Exception {
    start(false);

    HttpResponse<byte[]> copy = ask(method, "send");
    assertThat(copy.statusCode()).isEqualTo(200);
    assertThat(copy.headers().firstValueAsLong("Content-Length")).hasValue(LENGTH);
    assertThat(copy.headers().firstValue("Content-Type")).contains("application/pdf");
    assertThat(copy.body()).isEqualTo(method.equals("HEAD") ? new byte[0] : bytes);
    awaitStarted(0);
  }

  @Test
  void clientIsNamedAndReceiverToldByAttributes() throws Exception {
    start(true);

    assertThat(ask("GET", "attributes").body()).isEqualTo(bytes);
    SendfileResult result = SendfileResult.of(told.poll(10, TimeUnit.SECONDS));
    assertThat(result.completed()).isTrue();
    assertThat(result.bytes()).isEqualTo(LENGTH);
    assertThat(result.path()).isEqualTo("file.pdf");
    assertThat(ended.poll(10, TimeUnit.SECONDS).identity()).isEqualTo("alice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"header", "send", "later", "later-part"})
  void filterMayWrapRequestAndResponse(String servlet) throws Exception {
    Filter wrapping =
        (request, response, chain) ->
            chain.doFilter(
                new HttpServletRequestWrapper((HttpServletRequest) request),
                new HttpServletResponseWrapper((HttpServletResponse) response));
    application
        .addFilter("wrapping", wrapping)
        .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), "/*");
    start(true);

    assertThat(ask("GET", servlet).body())
        .isEqualTo(servlet.equals("later-part") ? bytes(7, LENGTH - 1) : bytes);
    awaitStarted(1);
  }
}
