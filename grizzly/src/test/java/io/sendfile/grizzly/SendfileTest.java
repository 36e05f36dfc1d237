package io.sendfile.grizzly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.RandomBytes;
import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.content.EtagMode;
import io.sendfile.core.stats.Figure;
import io.sendfile.grizzly.filter.SendfileFilter;
import io.sendfile.grizzly.filter.ServerFixture;
import io.sendfile.grizzly.memory.PolicyMemory;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.glassfish.grizzly.portunif.PUFilter;
import org.glassfish.grizzly.portunif.ProtocolFinder.Result;
import org.glassfish.grizzly.portunif.finders.HttpProtocolFinder;
import org.glassfish.grizzly.strategies.WorkerThreadIOStrategy;
import org.glassfish.grizzly.utils.EchoFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The module in a Grizzly server without a container, as a program installs it. */
@Timeout(30)
class SendfileTest {
  private static final int SMALL = 2_000;
  private static final int LARGE = 3 << 20;

  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.grizzly");

  @TempDir Path folder;
  private final HttpServer server = new HttpServer();
  private final NetworkListener listener = new NetworkListener("web", "127.0.0.1", 0);
  private HttpClient client = HttpClient.newHttpClient();
  private final BlockingQueue<TransferResult> ended = new LinkedBlockingQueue<>();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private Sendfile sendfile;

  @BeforeEach
  void build() throws IOException {
    folder = folder.toRealPath();
    sendfile = Sendfile.builder().root("media", folder).listener(ended::add).build();
    server.addListener(listener);
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
    sendfile.close();
    executor.shutdownNow();
  }

  /** A way in which Grizzly runs a handler, and the handler its work. */
  private enum Way {
    /** On a worker thread, which the selector thread calls; the default of an HttpServer. */
    WORKER_OF_REQUEST,
    /** On the thread that reads the request, a worker. */
    THREAD_OF_CONNECTION,
    /** On the thread that reads the request, the selector. */
    SELECTOR,
    /** On threads of the handler. */
    OWN_THREADS,
    /** Suspended, and resumed by another thread. */
    SUSPENDED,
    /** Suspended, and resumed before it has returned. */
    RESUMED_AT_ONCE;
  }

  /** Names the file of the query. */
  private final class Naming extends HttpHandler {
    private final Way way;

    Naming(Way way) {
      this.way = way;
    }

    @Override
    public void service(Request request, Response response) {
      switch (way) {
        case SUSPENDED -> {
          response.suspend();
          executor.execute(() -> resume(request, response));
        }
        case RESUMED_AT_ONCE -> {
          response.suspend();
          resume(request, response);
        }
        default -> name(request, response);
      }
    }

    private void resume(Request request, Response response) {
      name(request, response);
      response.resume();
    }

    private void name(Request request, Response response) {
      response.setHeader("X-Sendfile", request.getQueryString());
      response.setHeader(
          "X-From", Boolean.toString(request.getAttribute("io.sendfile.active") == (Object) true));
    }

    @Override
    public RequestExecutorProvider getRequestExecutorProvider() {
      Executor own = way == Way.OWN_THREADS ? executor : null;
      return way == Way.SELECTOR || way == Way.OWN_THREADS
          ? request -> own
          : super.getRequestExecutorProvider();
    }
  }

  private void serve(HttpHandler handler) {
    server.getServerConfiguration().addHttpHandler(handler, "/");
  }

  private byte[] file(String name, int length) throws IOException {
    byte[] bytes = RandomBytes.of(length);
    Files.write(folder.resolve(name), bytes);
    return bytes;
  }

  private HttpResponse<byte[]> get(String value, Version version, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.getPort() + "/?" + value))
            .version(version);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> get(String value) throws Exception {
    return get(value, Version.HTTP_1_1);
  }

  static Stream<Way> ways() {
    return Stream.of(Way.values());
  }

  @ParameterizedTest
  @MethodSource("ways")
  void fileIsSentHoweverTheHandlerRuns(Way way) throws Exception {
    byte[] small = file("small", SMALL);
    byte[] large = file("large", LARGE);
    if (way == Way.THREAD_OF_CONNECTION) {
      listener.getTransport().setIOStrategy(WorkerThreadIOStrategy.getInstance());
    }
    listener.registerAddOn(new Http2AddOn());
    serve(new Naming(way));
    sendfile.install(server);
    server.start();

    for (Version version : Version.values()) {
      for (int i = 0; i < 3; i++) {
        HttpResponse<byte[]> first = get("media:small", version);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).isEqualTo(small);
        assertThat(first.headers().firstValue("X-Sendfile")).isEmpty();
        assertThat(first.headers().firstValue("X-From")).contains("true");
        HttpResponse<byte[]> second = get("media:large", version, "Range", "bytes=10-2000009");
        assertThat(second.statusCode()).isEqualTo(206);
        assertThat(second.body()).hasSize(2_000_000).startsWith(large[10], large[11]);
      }
    }
    ServerFixture.await(
        "12 are counted", () -> sendfile.statistics().counts().of(Figure.STARTED) == 12);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void requestThatComesWhileABodyIsSentWaits(Way way) throws Exception {
    byte[] small = file("small", SMALL);
    byte[] large = file("large", 20 << 20);
    if (way == Way.THREAD_OF_CONNECTION) {
      listener.getTransport().setIOStrategy(WorkerThreadIOStrategy.getInstance());
    }
    serve(new Naming(way));
    sendfile.install(server);
    server.start();

    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(16_384);
      socket.connect(new InetSocketAddress("127.0.0.1", listener.getPort()));
      InputStream in = socket.getInputStream();
      String get = "GET /?media:%s HTTP/1.1\r\nHost: a\r\n\r\n";
      socket.getOutputStream().write(get.formatted("large").getBytes(UTF_8));
      assertThat(header(in)).startsWith("HTTP/1.1 200");
      byte[] start = in.readNBytes(LARGE);
      socket.getOutputStream().write(get.formatted("small").getBytes(UTF_8));
      byte[] rest = in.readNBytes(large.length - LARGE);

      assertThat(start).isEqualTo(Arrays.copyOf(large, LARGE));
      assertThat(rest).isEqualTo(Arrays.copyOfRange(large, LARGE, large.length));
      assertThat(header(in)).startsWith("HTTP/1.1 200");
      assertThat(in.readNBytes(SMALL)).isEqualTo(small);
    }
  }

  private static String header(InputStream in) throws IOException {
    StringBuilder header = new StringBuilder();
    while (header.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      assertThat(b).as(header.toString()).isNotNegative();
      header.append((char) b);
    }
    return header.toString();
  }

  @Test
  void handlersStayOffTheSelectorThreadAfterHttp2() throws Exception {
    listener.registerAddOn(new Http2AddOn());
    serve(
        new HttpHandler() {
          @Override
          public void service(Request request, Response response) throws IOException {
            response.getWriter().write(Thread.currentThread().getName());
          }
        });
    sendfile.install(server);
    server.start();

    for (int i = 0; i < 5; i++) {
      for (Version version : Version.values()) {
        client = HttpClient.newHttpClient();
        // The first of HTTP/2 is an upgrade.
        assertThat(get("", version).body()).asString().doesNotContain("Selector");
        assertThat(get("", version).body()).asString().doesNotContain("Selector");
      }
    }
  }

  @Test
  void serverThatRunsGetsIt() throws Exception {
    byte[] large = file("large", LARGE);
    serve(new Naming(Way.WORKER_OF_REQUEST));
    server.start();

    sendfile.install(server);
    sendfile.install(server);

    assertThat(get("media:large").body()).isEqualTo(large);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void secondInstallationChangesNothing(boolean whileItRuns) throws Exception {
    byte[] large = file("large", LARGE);
    serve(new Naming(Way.WORKER_OF_REQUEST));
    if (whileItRuns) {
      server.start();
    }
    sendfile.install(server);
    sendfile.install(server);
    if (!whileItRuns) {
      server.start();
    }

    assertThat((FilterChain) listener.getTransport().getProcessor())
        .filteredOn(SendfileFilter.class::isInstance)
        .hasSize(1);
    assertThat(get("media:large").body()).isEqualTo(large);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void httpBehindAUnifiedPortGetsIt(boolean byInstall) throws Exception {
    byte[] large = file("large", LARGE);
    serve(new Naming(Way.WORKER_OF_REQUEST));
    if (byInstall) {
      sendfile.install(server);
    }
    listener.registerAddOn(
        (unused, chain) -> {
          PUFilter port = new PUFilter();
          FilterChainBuilder http = moved(chain, port.getPUFilterChainBuilder());
          if (!byInstall) {
            sendfile.setup(listener, http);
          }
          port.register(new HttpProtocolFinder(), http.build());
          port.register(
              (context, read) -> Result.FOUND,
              port.getPUFilterChainBuilder().add(new EchoFilter()).build());
          chain.add(port);
        });
    server.start();

    assertThat(get("media:large").body()).isEqualTo(large);
    assertThat(get("media:large", Version.HTTP_1_1, "Range", "bytes=5-5").statusCode())
        .isEqualTo(206);
    try (Socket socket = new Socket("127.0.0.1", listener.getPort())) {
      socket.getOutputStream().write("no request\n".getBytes(UTF_8));
      assertThat(socket.getInputStream().readNBytes(10)).asString().isEqualTo("no request");
    }
  }

  /** All filters but that of the transport, into the chain of a protocol. */
  private static FilterChainBuilder moved(FilterChainBuilder from, FilterChainBuilder to) {
    FilterChain all = from.build();
    for (int i = 1; i < all.size(); i++) {
      from.remove(all.get(i));
      to.add(all.get(i));
    }
    return to;
  }

  @Test
  void portThatLeadsToHttpIsRefusedWithTheRemedy() throws Exception {
    listener.registerAddOn(
        (unused, chain) -> {
          moved(chain, FilterChainBuilder.stateless());
          chain.add(new PUFilter());
        });
    server.start();

    assertThatIllegalStateException()
        .isThrownBy(() -> sendfile.install(server))
        .withMessageContaining("call Sendfile.setup");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void listenerThatRequiresTheProxyProtocolServesProxiesOnly(boolean whileItRuns) throws Exception {
    byte[] small = file("small", SMALL);
    NetworkListener open = new NetworkListener("open", "127.0.0.1", 0);
    server.addListener(open);
    serve(new Naming(Way.WORKER_OF_REQUEST));
    sendfile.settings(
        next -> next.set("trusted-proxies", "127.0.0.1").set("web", "proxy-protocol", "required"));
    if (whileItRuns) {
      server.start();
    }
    sendfile.install(server);
    if (!whileItRuns) {
      server.start();
    }

    try (Socket direct = new Socket("127.0.0.1", open.getPort());
        Socket relayed = new Socket("127.0.0.1", listener.getPort());
        Socket refused = new Socket("127.0.0.1", listener.getPort())) {
      String get = "GET /?media:small HTTP/1.1\r\nHost: a\r\n\r\n";
      direct.getOutputStream().write(get.getBytes(UTF_8));
      assertThat(header(direct.getInputStream())).startsWith("HTTP/1.1 200");
      assertThat(ended.poll(10, TimeUnit.SECONDS).client()).isEqualTo("127.0.0.1");
      relayed
          .getOutputStream()
          .write(("PROXY TCP6 2001:db8::7 ::1 4711 443\r\n" + get).getBytes(UTF_8));
      assertThat(header(relayed.getInputStream())).startsWith("HTTP/1.1 200");
      assertThat(relayed.getInputStream().readNBytes(SMALL)).isEqualTo(small);
      assertThat(ended.poll(10, TimeUnit.SECONDS).client()).isEqualTo("2001:db8::7");
      refused.getOutputStream().write("x".getBytes(UTF_8));
      assertThat(refused.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void chainBehindAUnifiedPortCannotRequireTheProxyProtocol() throws Exception {
    serve(new Naming(Way.WORKER_OF_REQUEST));
    sendfile.settings(next -> next.set("proxy-protocol", "required"));
    AtomicReference<FilterChainBuilder> http = new AtomicReference<>();
    listener.registerAddOn(
        (unused, chain) -> http.set(moved(chain, new PUFilter().getPUFilterChainBuilder())));
    server.start();

    assertThatIllegalStateException()
        .isThrownBy(() -> sendfile.setup(listener, http.get()))
        .withMessageContaining("set proxy-protocol to off");
  }

  @Test
  void buffersOfARunningListenerChange() throws Exception {
    file("small", SMALL);
    serve(new Naming(Way.WORKER_OF_REQUEST));
    sendfile.install(server);
    server.start();
    assertThat(get("media:small").statusCode()).isEqualTo(200);
    assertThat(listener.getTransport().getMemoryManager()).isNotInstanceOf(PolicyMemory.class);
    assertThat(sendfile.buffers(listener)).isNull();

    sendfile.settings(next -> next.set("buffer-policy", "heap"));

    assertThat(listener.getTransport().getMemoryManager()).isInstanceOf(PolicyMemory.class);
    assertThat(get("media:small").body()).hasSize(SMALL);
    assertThat(sendfile.buffers(listener).taken()).isPositive();
  }

  @Test
  void changeThatIsRefusedChangesNothing() throws Exception {
    byte[] large = file("large", LARGE);
    serve(new Naming(Way.WORKER_OF_REQUEST));
    sendfile.install(server);
    server.start();
    BlockingQueue<TransferResult> never = new LinkedBlockingQueue<>();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                sendfile.settings(
                    next -> next.removeRoot("media").listener(never::add).set("etag", "maybe")));

    assertThat(get("media:large").body()).isEqualTo(large);
    assertThat(ended.poll(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(never).isEmpty();
  }

  @Test
  void listenersAreAddedWhileItRuns() throws Exception {
    file("large", LARGE);
    serve(new Naming(Way.WORKER_OF_REQUEST));
    sendfile.install(server);
    server.start();
    BlockingQueue<TransferResult> added = new LinkedBlockingQueue<>();
    sendfile.settings(next -> next.listener(added::add));

    assertThat(get("media:large").statusCode()).isEqualTo(200);

    assertThat(ended.poll(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(added.poll(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(ended).as("told twice").isEmpty();
  }

  @Test
  void handlersAddedLaterAreServed() throws Exception {
    byte[] small = file("small", SMALL);
    sendfile.install(server);
    server.start();
    serve(new Naming(Way.WORKER_OF_REQUEST));

    assertThat(get("media:small").body()).isEqualTo(small);
  }

  @Test
  void severalHandlersKeepTheirPathsAndErrors() throws Exception {
    byte[] small = file("small", SMALL);
    server.getServerConfiguration().addHttpHandler(new Naming(Way.WORKER_OF_REQUEST), "/files");
    server
        .getServerConfiguration()
        .addHttpHandler(
            new HttpHandler() {
              @Override
              public void service(Request request, Response response) throws Exception {
                response
                    .getWriter()
                    .write(
                        request.getContextPath()
                            + ' '
                            + request.getPathInfo()
                            + ' '
                            + request.getRequestURI());
              }
            },
            "/echo/*");
    server.start();
    String base = "http://127.0.0.1:" + listener.getPort();
    byte[] alone = body(base + "/echo/a;jsessionid=1");
    sendfile.install(server);
    client = HttpClient.newHttpClient();

    assertThat(body(base + "/files?media:small")).isEqualTo(small);
    assertThat(body(base + "/echo/a;jsessionid=1")).asString().isEqualTo(new String(alone, UTF_8));
    assertThat(status(base + "/nowhere")).isEqualTo(404);
  }

  private byte[] body(String uri) throws Exception {
    return client
        .send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofByteArray())
        .body();
  }

  private int status(String uri) throws Exception {
    return client
        .send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void handlersDecideAboutRequestsThatExpectToContinue() throws Exception {
    serve(
        new HttpHandler() {
          @Override
          public void service(Request request, Response response) {
            throw new AssertionError("served");
          }

          @Override
          protected boolean sendAcknowledgment(Request request, Response response)
              throws IOException {
            response.sendError(417);
            return false;
          }
        });
    sendfile.install(server);
    server.start();

    try (Socket socket = new Socket("127.0.0.1", listener.getPort())) {
      socket
          .getOutputStream()
          .write(
              "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n"
                  .getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
          .isEqualTo("HTTP/1.1 417");
    }
  }

  @Test
  void refusedFilesAre404WithoutAPath() throws Exception {
    serve(new Naming(Way.WORKER_OF_REQUEST));
    sendfile.install(server);
    server.start();

    HttpResponse<byte[]> response = get("media:missing");

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).asString().doesNotContain(folder.toString());
  }

  @Test
  void settingsChangeWhileItRuns() throws Exception {
    file("small", SMALL);
    serve(new Naming(Way.WORKER_OF_REQUEST));
    sendfile.install(server);
    server.start();
    assertThat(get("media:small").statusCode()).isEqualTo(200);

    sendfile.settings(next -> next.removeRoot("media").root("other", folder).set("etag", "none"));

    assertThat(get("media:small").statusCode()).isEqualTo(404);
    assertThat(get("other:small").headers().firstValue("ETag")).isEmpty();
    assertThat(sendfile.settings().entityTags()).isEqualTo(EtagMode.NONE);
  }

  @Test
  void transfersAreListedLimitedAndCancelled() throws Exception {
    file("large", LARGE);
    sendfile.settings(next -> next.set("rate-bytes-per-second", 100_000));
    serve(new Naming(Way.WORKER_OF_REQUEST));
    sendfile.install(server);
    server.start();

    try (InputStream body =
        client
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + listener.getPort() + "/?media:large"))
                    .build(),
                BodyHandlers.ofInputStream())
            .body()) {
      assertThat(body.read()).isNotNegative();
      String id = sendfile.transfers().get(0).info().id().own();
      assertThat(sendfile.limit(id, 50_000).limit()).isEqualTo(50_000);
      sendfile.cancel(id);
      // Before the client leaves.
      assertThat(ended.poll(10, TimeUnit.SECONDS).outcome().name()).isEqualTo("CANCELLED");
    }
    ServerFixture.await("none is listed", () -> sendfile.transfers().isEmpty());
  }

  @Test
  void closeLetsRunningDownloadsFinish() throws Exception {
    byte[] large = file("large", LARGE);
    sendfile.settings(next -> next.set("rate-bytes-per-second", 3_000_000));
    serve(new Naming(Way.WORKER_OF_REQUEST));
    sendfile.install(server);
    server.start();
    HttpResponse<InputStream> response =
        client.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + listener.getPort() + "/?media:large"))
                .build(),
            BodyHandlers.ofInputStream());
    executor.execute(sendfile::close);

    assertThat(response.body().readAllBytes()).isEqualTo(large);
  }

  @Test
  void aRefusedChangeLeavesNothingBehind() {
    sendfile.settings(next -> next.set("web", "buffer-policy", "heap"));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                sendfile.settings(
                    next -> next.set("web", "buffer-policy", "direct").set("burst-bytes", -1)));
    sendfile.settings(next -> next.set("etag", "none"));

    assertThat(sendfile.settings().forListener("web").buffers().policy()).isEqualTo("heap");
  }

  @Test
  void unknownAndForeignSettingsAreRefusedWithASentence() {
    Sendfile.Builder builder = Sendfile.builder();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.set("algoritm", "adaptive"))
        .withMessageContaining("there is no setting \"algoritm\"; known are accel-redirect, ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.set("burst-bytes", -1))
        .withMessageContaining("burst-bytes must be a whole number of bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.set("static-files", true))
        .withMessageContaining("static-files is a setting of GlassFish");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.algorithm("adaptive", Algorithms.of("adaptive", 0)))
        .withMessageContaining("the name adaptive is taken");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.root("a/b", folder))
        .withMessageContaining("name must be");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.root("a", folder, Map.of("symlinks", "maybe")))
        .withMessageContaining("symlinks must be");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Sendfile.builder()
                    .root("a", folder, Map.of("uri-prefix", "/x/"))
                    .root("b", folder, Map.of("uri-prefix", "/x/"))
                    .build())
        .withMessageContaining("uri-prefix must be unique: roots a and b have /x/");
  }

  @Test
  void http2ThatComesLaterIsRefusedWithTheRemedy() {
    sendfile.install(server);
    listener.registerAddOn(new Http2AddOn());

    assertThatIllegalStateException()
        .isThrownBy(server::start)
        .withMessageContaining("listener web")
        .withMessageContaining("register it before");
  }

  @Test
  void resultsOfHandOffsReachTheHandler() throws Exception {
    file("small", SMALL);
    BlockingQueue<Map<String, Object>> told = new LinkedBlockingQueue<>();
    Consumer<Map<String, Object>> receiver = told::add;
    serve(
        new HttpHandler() {
          @Override
          public void service(Request request, Response response) {
            request.setUserPrincipal(() -> "ann");
            request.setAttribute("io.sendfile.listener", receiver);
            request.setAttribute("io.sendfile.file", folder.resolve("small"));
          }
        });
    sendfile.settings(next -> next.set("client-identity", "principal"));
    sendfile.install(server);
    server.start();

    assertThat(get("").body()).hasSize(SMALL);
    assertThat(told.poll(10, TimeUnit.SECONDS))
        .containsEntry("outcome", "completed")
        .containsEntry("identity", "ann");
  }

  @Test
  void receiverThatFailsHarmsNothing() throws Exception {
    file("large", LARGE);
    Consumer<Map<String, Object>> receiver =
        result -> {
          throw new IllegalStateException("on purpose");
        };
    serve(
        new HttpHandler() {
          @Override
          public void service(Request request, Response response) {
            request.setAttribute("io.sendfile.listener", receiver);
            request.setAttribute("io.sendfile.file", folder.resolve("large"));
          }
        });
    sendfile.install(server);
    server.start();

    assertThat(get("").body()).hasSize(LARGE);

    ServerFixture.await(
        "a warning",
        () -> log.warnings().toString().contains("the receiver of a hand-off's result failed"));
    assertThat(ended.poll(10, TimeUnit.SECONDS)).isNotNull();
  }
}
