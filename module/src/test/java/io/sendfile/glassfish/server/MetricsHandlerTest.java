package io.sendfile.glassfish.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.DrainPhase;
import io.sendfile.core.engine.DrainState;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.glassfish.monitoring.OpenMetrics;
import io.sendfile.glassfish.server.MetricsAdapter.MetricsHandler;
import io.sendfile.operations.sender.ResultSender;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.Subject;
import javax.security.auth.login.LoginException;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.internal.api.AdminAccessController;
import org.glassfish.internal.api.RemoteAdminAccessException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class MetricsHandlerTest {
  private static final String KEY = "aKeyOf20OrMoreSigns1";

  private static final DrainState READY = new DrainState(DrainPhase.READY, 0, Duration.ZERO, 0);

  private final Statistics stats = new Statistics(InstantSource.system());
  private final AtomicReference<@Nullable Exception> refusal = new AtomicReference<>();
  private final AtomicReference<String> key = new AtomicReference<>("");
  private final HttpServer server = new HttpServer();
  private int port;

  @BeforeEach
  void start() throws IOException {
    NetworkListener listener = new NetworkListener("admin", "127.0.0.1", 0);
    server.addListener(listener);
    server
        .getServerConfiguration()
        .addHttpHandler(
            new MetricsHandler(this::reading, this::access, key::get), "/sendfile-metrics");
    server.start();
    port = listener.getPort();
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
  }

  private OpenMetrics.PublishedFacts reading() {
    return new OpenMetrics.PublishedFacts(
        stats,
        Map.of(),
        List.of(),
        List.of(),
        READY,
        List.of(),
        Map.of(),
        new ResultSender.Figures(0, 0, 0, 0, 0, 0));
  }

  private AdminAccessController access() {
    return (AdminAccessController)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {AdminAccessController.class},
            (proxy, method, arguments) -> {
              Exception problem = refusal.get();
              if (problem != null) {
                throw problem;
              }
              return new Subject();
            });
  }

  private HttpResponse<String> ask(String method, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/sendfile-metrics"))
            .method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void answersAdministratorsWithMetrics() throws Exception {
    stats.listener("clear").root("media").add(Figure.STARTED, 1);

    HttpResponse<String> answer = ask("GET");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(answer.body()).contains("sendfile_transfers_started_total").endsWith("# EOF\n");
  }

  @Test
  void answersInTheFormatThatIsAskedFor() throws Exception {
    stats.listener("clear").root("media").add(Figure.STARTED, 1);

    HttpResponse<String> answer = ask("GET", "Accept", "text/plain;version=0.0.4");

    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.headers().firstValue("Vary")).hasValue("Accept");
    assertThat(answer.body())
        .contains(
            "# HELP sendfile_transfers_started_total ", "sendfile_transfers_started_total{listener")
        .doesNotContain("# EOF");
  }

  @Test
  void tellsOthersNothing() throws Exception {
    refusal.set(new LoginException());

    HttpResponse<String> answer = ask("GET");

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(answer.body()).doesNotContain("sendfile_");
  }

  @Test
  void keyOpensThemWithoutAnAdministrator() throws Exception {
    refusal.set(new RemoteAdminAccessException());
    key.set(KEY);

    HttpResponse<String> answer = ask("GET", "Authorization", "Bearer " + KEY);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("sendfile_ready");
  }

  /** Not even where everybody on this machine is an administrator, as there is no password. */
  @ParameterizedTest
  @ValueSource(strings = {KEY + "1", "aKeyOf20OrMoreSigns", "akeyof20ormoresigns1", "-"})
  void wrongKeyOpensNothing(String given) throws Exception {
    for (String known : List.of(KEY, "")) {
      key.set(known);

      HttpResponse<String> answer = ask("GET", "Authorization", "Bearer " + given);

      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.headers().firstValue("WWW-Authenticate").orElse("")).contains("Bearer");
      assertThat(answer.body()).doesNotContain("sendfile_");
    }
  }

  /** A vertical tab is blank for Java, and no blank that HTTP ignores. */
  @Test
  void emptyTokenIsNoKeyOfAServerWithoutOne() throws Exception {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      client
          .getOutputStream()
          .write(
              ("GET /sendfile-metrics HTTP/1.1\r\nHost: test\r\nConnection: close\r\n"
                      + "Authorization: Bearer \u000b\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 401 ")
          .doesNotContain("sendfile_");
    }
  }

  @Test
  void wantsSecureAdminForRemoteAccess() throws Exception {
    refusal.set(new RemoteAdminAccessException());

    assertThat(ask("GET").statusCode()).isEqualTo(403);
  }

  @Test
  void isReadOnly() throws Exception {
    HttpResponse<String> answer = ask("POST");

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD");
  }
}
