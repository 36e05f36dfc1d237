package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ConnectionProbe;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 over TLS: each download is one stream of one connection. */
@EachBufferPolicy
class Http2HandOffTest extends ServerFixture {
  private static final int LARGE = 100 << 20;
  private static final String WINDOW = "jdk.httpclient.windowsize";

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(Version.HTTP_2)
          .sslContext(TestCertificate.context())
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  /** The standard's initial window is no multiple of the module's buffers: Grizzly splits one. */
  @BeforeAll
  static void useStandardWindows() {
    System.setProperty(WINDOW, "65535");
  }

  @AfterAll
  static void useOwnWindows() {
    System.clearProperty(WINDOW);
  }

  private final AtomicInteger writes = new AtomicInteger();

  @Override
  void configure(NetworkListener listener) {
    TestCertificate.secure(listener);
    listener.registerAddOn(new Http2AddOn());
    listener
        .getTransport()
        .getConnectionMonitoringConfig()
        .addProbes(
            new ConnectionProbe.Adapter() {
              @Override
              @SuppressWarnings("rawtypes") // as Grizzly declares it
              public void onWriteEvent(Connection connection, Buffer data, long size) {
                writes.incrementAndGet();
              }
            });
  }

  private HttpRequest request(String method, String query) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + port() + "/?" + query))
        .method(method, BodyPublishers.noBody())
        .timeout(Duration.ofSeconds(10))
        .build();
  }

  private HttpResponse<byte[]> get(String query) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = client.send(request("GET", query), BodyHandlers.ofByteArray());
    assertThat(response.version()).isEqualTo(Version.HTTP_2);
    return response;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 200_000, 3_000_001})
  void sendsTheWholeFile(int length) throws Exception {
    byte[] bytes = file("f", length);
    for (int i = 0; i < 3; i++) {
      HttpResponse<byte[]> response = get("files:f");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValueAsLong("content-length")).hasValue(length);
      assertThat(response.headers().map()).doesNotContainKey("x-sendfile");
      assertBytes(response.body(), bytes);
    }
  }

  @Test
  void sendsASmallFileWithItsHeaderInOneWrite() throws Exception {
    byte[] bytes = file("f", 1000);
    get("files:f");
    writes.set(0);
    for (int i = 0; i < 10; i++) {
      assertBytes(get("files:f").body(), bytes);
    }
    await("all writes are told", () -> writes.get() >= 10);
    assertThat(writes.get()).as("with a late one of the first response").isBetween(10, 11);
  }

  private HttpResponse<byte[]> get(String query, String name, String value) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(request("GET", query), (field, text) -> true)
            .header(name, value)
            .build();
    return client.send(request, BodyHandlers.ofByteArray());
  }

  @Test
  void sendsRanges() throws Exception {
    byte[] bytes = file("f", 300_000);
    application =
        (request, response) -> {
          response.setContentType("text/plain;charset=utf-8");
          response.setHeader("X-Sendfile", "files:f");
        };
    HttpResponse<byte[]> one = get("", "Range", "bytes=100000-199999");
    assertThat(one.statusCode()).isEqualTo(206);
    assertThat(one.headers().firstValue("content-range")).hasValue("bytes 100000-199999/300000");
    assertThat(one.headers().allValues("content-type")).containsExactly("text/plain;charset=utf-8");
    assertBytes(one.body(), Arrays.copyOfRange(bytes, 100_000, 200_000));
    HttpResponse<byte[]> two = get("", "Range", "bytes=100000-199999,0-9");
    assertThat(two.headers().allValues("content-type"))
        .singleElement()
        .asString()
        .startsWith("multipart/byteranges; boundary=");
    assertThat(two.headers().firstValueAsLong("content-length")).hasValue(two.body().length);
  }

  @Test
  void linesOfTheAccessLogTellTheBytesOfEachStream() throws Exception {
    file("large", 3_000_001);
    file("small", 100);
    Queue<Long> lines = new ConcurrentLinkedQueue<>();
    application =
        (request, response) -> {
          DeferredLine.defer(request, lines::add);
          response.setHeader("X-Sendfile", request.getQueryString());
        };
    int refused = get("files:missing").body().length;
    get("files:large");
    get("files:small");
    client.send(request("HEAD", "files:large"), BodyHandlers.discarding());
    await("a line for each", () -> lines.size() >= 4);
    assertThat(lines).containsExactlyInAnyOrder((long) refused, 3_000_001L, 100L, 0L);
  }

  @Test
  void answersConditionsWithoutContent() throws Exception {
    byte[] bytes = file("f", 70_000);
    String tag = get("files:f").headers().firstValue("etag").orElseThrow();
    HttpResponse<byte[]> same = get("files:f", "If-None-Match", tag);
    assertThat(same.statusCode()).isEqualTo(304);
    assertThat(same.headers().map()).doesNotContainKeys("content-length", "content-type");
    assertThat(get("files:f", "If-Match", "\"other\"").statusCode()).isEqualTo(412);
    HttpResponse<byte[]> beyond = get("files:f", "Range", "bytes=70000-");
    assertThat(beyond.statusCode()).isEqualTo(416);
    assertThat(beyond.headers().firstValue("content-range")).hasValue("bytes */70000");
    assertBytes(get("files:f").body(), bytes);
  }

  @Test
  void answersHeadWithTheLengthOnly() throws Exception {
    file("f", 100_000);
    HttpResponse<byte[]> response =
        client.send(request("HEAD", "files:f"), BodyHandlers.ofByteArray());
    assertThat(response.headers().firstValueAsLong("content-length")).hasValue(100_000);
    assertThat(response.body()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"files:missing, 404", "nonsense, 500"})
  void refusesAndGoesOn(String value, int status) throws Exception {
    byte[] bytes = file("f", 50_000);
    HttpResponse<byte[]> refusal = get(value);
    assertThat(refusal.statusCode()).isEqualTo(status);
    assertThat(refusal.headers().map()).doesNotContainKey("x-sendfile");
    assertBytes(get("files:f").body(), bytes);
  }

  @Test
  void stripsTheHeadersWhenSwitchedOff() throws Exception {
    engine.apply(settingsWith("ENABLED", "false"));
    HttpResponse<byte[]> response = get("files:f");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().map()).doesNotContainKey("x-sendfile");
  }

  @Test
  void dropsTheBodyOfTheApplication() throws Exception {
    byte[] bytes = file("f", 70_000);
    application =
        (request, response) -> {
          response.setHeader("X-Sendfile", "files:f");
          response.getOutputStream().write(new byte[300_000]);
        };
    for (int i = 0; i < 3; i++) {
      assertBytes(get("").body(), bytes);
    }
  }

  @Test
  void streamsOfOneConnectionDoNotMix() throws Exception {
    List<byte[]> files = new ArrayList<>();
    List<CompletableFuture<HttpResponse<byte[]>>> responses = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      files.add(file("f" + i, 1 + 13_007 * i));
    }
    get("files:f0");
    for (int i = 0; i < 20; i++) {
      responses.add(client.sendAsync(request("GET", "files:f" + i), BodyHandlers.ofByteArray()));
    }
    for (int i = 0; i < 20; i++) {
      assertBytes(responses.get(i).get(10, TimeUnit.SECONDS).body(), files.get(i));
    }
  }

  @Test
  void servesAnAsynchronousApplication() throws Exception {
    byte[] bytes = file("f", 200_000);
    application =
        (request, response) -> {
          response.suspend();
          CompletableFuture.runAsync(
              () -> {
                response.setHeader("X-Sendfile", "files:f");
                response.resume();
              });
        };
    for (int i = 0; i < 5; i++) {
      assertBytes(get("").body(), bytes);
    }
  }

  @Test
  void streamThatIsNotReadIsCancelledAndTheConnectionGoesOn() throws Exception {
    sparseFile("large", LARGE);
    byte[] small = file("small", 1000);
    HttpResponse<InputStream> stuck =
        client.send(request("GET", "files:large"), BodyHandlers.ofInputStream());
    awaitState(TransferState.WAITING_PEER);
    assertBytes(get("files:small").body(), small);
    awaitEnd(Outcome.COMPLETED);
    stuck.body().close();
    awaitEnd(Outcome.CLIENT_ABORTED);
    assertBytes(get("files:small").body(), small);
  }

  @Test
  void fileThatIsTruncatedMeanwhileResetsItsStreamOnly() throws Exception {
    sparseFile("large", LARGE);
    byte[] small = file("small", 1000);
    HttpResponse<InputStream> broken =
        client.send(request("GET", "files:large"), BodyHandlers.ofInputStream());
    awaitState(TransferState.WAITING_PEER);
    try (FileChannel file = FileChannel.open(files.resolve("large"), StandardOpenOption.WRITE)) {
      file.truncate(1000);
    }
    assertThatThrownBy(() -> broken.body().readAllBytes()).isInstanceOf(IOException.class);
    awaitEnd(Outcome.CHANGED);
    assertBytes(get("files:small").body(), small);
  }

  @Test
  void streamThatTheClientResetsIsAnAbortAndItsConnectionLives() throws Exception {
    sparseFile("large", LARGE);
    byte[] small = file("small", 1000);
    HttpResponse<InputStream> unwanted =
        client.send(request("GET", "files:large"), BodyHandlers.ofInputStream());
    awaitState(TransferState.WAITING_PEER);
    unwanted.body().close();
    awaitEnd(Outcome.CLIENT_ABORTED);
    assertBytes(get("files:small").body(), small);
  }

  @Test
  void stopOfTheListenerIsNoAbortOfItsClients() throws Exception {
    sparseFile("large", LARGE);
    client.send(request("GET", "files:large"), BodyHandlers.ofInputStream());
    awaitState(TransferState.WAITING_PEER);
    stopListener();
    awaitEnd(Outcome.SHUTDOWN);
  }

  /** No write is under way that could fail; only the state of the stream shows its end. */
  @Test
  void downloadThatWaitsForAPlaceIsAnAbortWhenTheClientResetsItsStream() throws Exception {
    engine.apply(settingsWith("MAX_ACTIVE_TRANSFERS", "1"));
    sparseFile("large", LARGE);
    HttpResponse<InputStream> first =
        client.send(request("GET", "files:large"), BodyHandlers.ofInputStream());
    awaitState(TransferState.WAITING_PEER);
    HttpResponse<InputStream> second =
        client.send(request("GET", "files:large"), BodyHandlers.ofInputStream());
    await("it waits", () -> engine.scheduler().usage().waiting() == 1);
    second.body().close();
    awaitEnd(Outcome.CLIENT_ABORTED);
    assertThat(engine.scheduler().usage().waiting()).isZero();
    assertThat(engine.scheduler().usage().active()).isOne();
    first.body().close();
    awaitEnd(Outcome.CLIENT_ABORTED);
  }

  @Test
  void streamThatStallsIsGivenUp() throws Exception {
    engine.apply(settingsWith("STALL_TIMEOUT_SECONDS", "1"));
    sparseFile("large", LARGE);
    byte[] small = file("small", 1000);
    HttpResponse<InputStream> stuck =
        client.send(request("GET", "files:large"), BodyHandlers.ofInputStream());
    awaitEnd(Outcome.STALLED);
    assertThatThrownBy(() -> stuck.body().readAllBytes()).isInstanceOf(IOException.class);
    engine.apply(settingsWith());
    assertBytes(get("files:small").body(), small);
  }
}
