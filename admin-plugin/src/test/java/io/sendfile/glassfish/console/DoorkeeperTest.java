package io.sendfile.glassfish.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class DoorkeeperTest {
  private static final String ID = "at-the-door";

  private final HttpServer server = new HttpServer();
  private final AtomicInteger wanted = new AtomicInteger();
  private final ConsoleSession session = ConsoleSession.opened(ID, "admin");
  private ApplicationLoader.State state = ApplicationLoader.State.LOADING;
  private boolean administrationServer = true;
  private @Nullable String refusal;
  private int port;

  @BeforeEach
  void start() throws IOException {
    NetworkListener listener = new NetworkListener("admin", "127.0.0.1", 0);
    server.addListener(listener);
    server
        .getServerConfiguration()
        .addHttpHandler(
            new Doorkeeper(() -> administrationServer, host -> refusal, this::load),
            ConsoleAdapter.CONTEXT_ROOT);
    server.start();
    port = listener.getPort();
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
  }

  private ApplicationLoader.State load() {
    wanted.incrementAndGet();
    return state;
  }

  private HttpResponse<String> ask(String cookies) throws IOException, InterruptedException {
    return ask("/now.xhtml", "Cookie", cookies);
  }

  private HttpResponse<String> ask(String path, String... headers)
      throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + port + "/sendfile-app" + path);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(address).headers(headers).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private static void isForNobodyElse(HttpResponse<String> answer) {
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    assertThat(answer.headers().firstValue("X-Frame-Options")).hasValue("SAMEORIGIN");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "frame-ancestors 'self'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a=b", "JSESSIONID=", "JSESSIONID=guessed", "SENDFILESESSION=" + ID, "X=" + ID})
  void strangersLoadNothing(String cookies) throws Exception {
    HttpResponse<String> answer = ask(cookies);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("href=\"/sendfile/page.jsf?page=now\"");
    isForNobodyElse(answer);
    assertThat(wanted).hasValue(0);
  }

  @Test
  void whoHasSignedOutIsAStranger() throws Exception {
    session.end();
    assertThat(ask("JSESSIONID=" + ID).statusCode()).isEqualTo(401);
    assertThat(wanted).hasValue(0);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FAILED")
  void administratorWaitsForIt(ApplicationLoader.State now) throws Exception {
    state = now;
    HttpResponse<String> answer = ask("JSESSIONID=of-another-application; JSESSIONID=" + ID);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(answer.body()).contains("http-equiv=\"refresh\"");
    isForNobodyElse(answer);
    assertThat(wanted).hasValue(1);
  }

  @Test
  void failureIsTold() throws Exception {
    state = ApplicationLoader.State.FAILED;
    HttpResponse<String> answer = ask("JSESSIONID=" + ID);
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("log").doesNotContain("http-equiv");
    isForNobodyElse(answer);
  }

  @Test
  void strangeNamesOfTheServerAreRefused() throws Exception {
    refusal = "not by this name";
    HttpResponse<String> answer = ask("JSESSIONID=" + ID);
    assertThat(answer.statusCode()).isEqualTo(421);
    assertThat(answer.body()).contains("not by this name");
    isForNobodyElse(answer);
    assertThat(ask("").statusCode()).as("of a stranger").isEqualTo(421);
    assertThat(wanted).hasValue(0);
  }

  @Test
  void otherServersOfTheDomainHaveNothing() throws Exception {
    administrationServer = false;
    assertThat(ask("JSESSIONID=" + ID).statusCode()).isEqualTo(404);
    assertThat(wanted).hasValue(0);
  }
}
