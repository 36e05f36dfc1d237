package io.sendfile.glassfish.grizzly;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.grizzly.RawClient.Reply;
import io.sendfile.glassfish.spi.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of HTTP/1.1 sees, the same over every way the bytes can go. */
abstract class HandOffContract extends ServerFixture {
  @AfterEach
  void givesAllBuffersBack() {
    await("all buffers are given back", () -> buffersInUse() == 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 200_000, 3_000_001})
  void sendsTheWholeFile(int length) throws IOException {
    byte[] bytes = file("f", length);
    try (RawClient client = client()) {
      Reply reply = client.get("/?files:f");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("Content-Length")).isEqualTo(String.valueOf(length));
      assertThat(reply.headers()).doesNotContainKeys("Transfer-Encoding", "X-Sendfile");
      assertBytes(reply.body(), bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1000, 3_000_000})
  void answersHeadWithTheLengthOnly(int length) throws IOException {
    file("f", length);
    try (RawClient client = client()) {
      assertThat(client.head("/?files:f").header("Content-Length"))
          .isEqualTo(String.valueOf(length));
      assertThat(client.get("/?files:f").body()).as("next on the connection").hasSize(length);
    }
  }

  private static Reply get(RawClient client, String field) throws IOException {
    client.send("GET /?files:f HTTP/1.1\r\nHost: test\r\n" + field + "\r\n\r\n");
    return client.read();
  }

  @Test
  void sendsOneRange() throws IOException {
    byte[] bytes = file("f", 300_000);
    try (RawClient client = client()) {
      Reply reply = get(client, "Range: bytes=100000-299998");
      assertThat(reply.status()).isEqualTo(206);
      assertThat(reply.header("Content-Range")).isEqualTo("bytes 100000-299998/300000");
      assertThat(reply.header("Content-Type")).isEqualTo("application/octet-stream");
      assertBytes(reply.body(), Arrays.copyOfRange(bytes, 100_000, 299_999));
      assertBytes(
          get(client, "Range: bytes=-1").body(), Arrays.copyOfRange(bytes, 299_999, 300_000));
      assertBytes(client.get("/?files:f").body(), bytes);
    }
  }

  @Test
  void sendsSeveralRangesInOneBody() throws IOException {
    byte[] bytes = file("f", 300_000);
    application =
        (request, response) -> {
          response.setContentType("text/plain;charset=utf-8");
          response.setHeader("X-Sendfile", "files:f");
        };
    try (RawClient client = client()) {
      for (int i = 0; i < 2; i++) {
        Reply reply = get(client, "Range: bytes=100000-199999,0-9");
        assertThat(reply.status()).isEqualTo(206);
        assertThat(reply.header("Content-Type"))
            .matches("multipart/byteranges; boundary=[0-9a-f-]{36}");
        assertThat(reply.text())
            .containsOnlyOnce("Content-Range: bytes 100000-199999/300000")
            .containsOnlyOnce(new String(bytes, 100_000, 100_000, ISO_8859_1))
            .containsOnlyOnce(new String(bytes, 0, 10, ISO_8859_1));
      }
    }
  }

  @Test
  void answersConditionsWithoutContent() throws IOException {
    byte[] bytes = file("f", 70_000);
    try (RawClient client = client()) {
      Reply whole = client.get("/?files:f");
      Reply same = get(client, "If-None-Match: " + whole.header("ETag"));
      assertThat(same.status()).isEqualTo(304);
      // A file this young has a weak tag at first.
      assertThat(whole.header("ETag")).endsWith(same.header("ETag").replace("W/", ""));
      assertThat(same.headers()).doesNotContainKeys("Content-Length", "Content-Type");
      Reply failed = get(client, "If-Match: \"other\"");
      assertThat(failed.status()).isEqualTo(412);
      assertThat(failed.header("Content-Length")).isEqualTo("0");
      Reply beyond = get(client, "Range: bytes=70000-");
      assertThat(beyond.status()).isEqualTo(416);
      assertThat(beyond.header("Content-Range")).isEqualTo("bytes */70000");
      assertBytes(client.get("/?files:f").body(), bytes);
    }
  }

  @Test
  void keepsTheConnectionForManyHandOffs() throws IOException {
    byte[] small = file("small", 100);
    byte[] large = file("large", 100_000);
    try (RawClient client = client()) {
      for (int i = 0; i < 25; i++) {
        assertBytes(client.get("/?files:small").body(), small);
        assertBytes(client.get("/?files:large").body(), large);
      }
    }
    await("all are counted", () -> stats.snapshot().finished(Outcome.COMPLETED) == 50);
  }

  @Test
  void answersPipelinedRequestsInOrder() throws IOException {
    byte[] large = file("large", 1_000_000);
    byte[] small = file("small", 10);
    application =
        (request, response) -> {
          if (request.getQueryString() == null) {
            response.getWriter().write("plain");
          } else {
            response.setHeader("X-Sendfile", request.getQueryString());
          }
        };
    String host = " HTTP/1.1\r\nHost: test\r\n\r\n";
    try (RawClient client = client()) {
      client.send(
          "GET /?files:large"
              + host
              + "GET /plain"
              + host
              + "GET /?files:small"
              + host
              + "GET /?files:large"
              + host
              + "GET /plain"
              + host);
      assertBytes(client.read().body(), large);
      assertThat(client.read().text()).isEqualTo("plain");
      assertBytes(client.read().body(), small);
      assertBytes(client.read().body(), large);
      assertThat(client.read().text()).isEqualTo("plain");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.0, ''",
    "HTTP/1.1, Connection: close",
  })
  void closesTheConnectionWhereTheClientWantsThat(String version, String header)
      throws IOException {
    byte[] bytes = file("f", 500_000);
    String line = header.isEmpty() ? "" : header + "\r\n";
    try (RawClient client = client()) {
      client.send("GET /?files:f " + version + "\r\nHost: test\r\n" + line + "\r\n");
      assertBytes(client.read().body(), bytes);
      assertThat(client.drain()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 1_000_000})
  void dropsTheBodyOfTheApplication(int applicationBytes) throws IOException {
    byte[] bytes = file("f", 70_000);
    application =
        (request, response) -> {
          response.setHeader("X-Sendfile", "files:f");
          response.setHeader("Content-Encoding", "br");
          response.setContentLength(applicationBytes);
          response.setHeader("X-Kept", "yes");
          response.getOutputStream().write(new byte[applicationBytes]);
          response.getOutputStream().flush();
          response.getOutputStream().write(new byte[applicationBytes]);
        };
    try (RawClient client = client()) {
      for (int i = 0; i < 3; i++) {
        Reply reply = client.get("/");
        assertBytes(reply.body(), bytes);
        assertThat(reply.header("Content-Length")).isEqualTo("70000");
        assertThat(reply.header("X-Kept")).isEqualTo("yes");
        assertThat(reply.headers()).doesNotContainKey("Content-Encoding");
      }
    }
  }

  @Test
  void takesARequestWhoseBodyTheApplicationNeverRead() throws IOException {
    byte[] bytes = file("f", 70_000);
    try (RawClient client = client()) {
      for (int i = 0; i < 3; i++) {
        client.send(
            "POST /?files:f HTTP/1.1\r\nHost: test\r\nContent-Length: 20000\r\n\r\n"
                + "x".repeat(20_000));
        assertBytes(client.read().body(), bytes);
      }
    }
  }

  @Test
  void keepsTheOtherHeadersOfTheApplication() throws IOException {
    byte[] bytes = file("f", 70_000);
    application =
        (request, response) -> {
          response.setStatus(203);
          response.setContentType("video/mp4");
          response.addHeader("Set-Cookie", "a=1");
          response.addHeader("Set-Cookie", "b=2");
          response.setHeader("Cache-Control", "max-age=5");
          response.setHeader("Content-Disposition", "attachment; filename=x");
          response.setHeader("ETag", "\"mine\"");
          response.setHeader("X-Sendfile", "files:f");
        };
    try (RawClient client = client()) {
      Reply reply = client.get("/");
      assertBytes(reply.body(), bytes);
      assertThat(reply.status()).isEqualTo(203);
      assertThat(reply.headers().get("Set-Cookie")).containsExactly("a=1", "b=2");
      assertThat(reply.header("Content-Type")).isEqualTo("video/mp4");
      assertThat(reply.header("Cache-Control")).isEqualTo("max-age=5");
      assertThat(reply.header("Content-Disposition")).isEqualTo("attachment; filename=x");
      assertThat(reply.header("ETag")).isEqualTo("\"mine\"");
      assertThat(reply.headers().get("Date")).hasSize(1);
    }
  }

  @Test
  void confirmsAnExpectationBeforeTheHandOff() throws IOException {
    byte[] bytes = file("f", 70_000);
    application =
        (request, response) -> {
          assertThat(request.getInputStream().readAllBytes()).hasSize(5);
          response.setHeader("X-Sendfile", "files:f");
        };
    try (RawClient client = client()) {
      client.send(
          "PUT / HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
      assertThat(client.readHead().status()).isEqualTo(100);
      assertBytes(client.send("12345").read().body(), bytes);
    }
  }

  @Test
  void failingApplicationHandsNothingOff() throws IOException {
    file("f", 70_000);
    application =
        (request, response) -> {
          response.setHeader("X-Sendfile", "files:f");
          throw new IllegalStateException("scripted");
        };
    try (RawClient client = client()) {
      Reply reply = client.get("/");
      assertThat(reply.status()).isEqualTo(500);
      assertThat(reply.headers()).doesNotContainKey("X-Sendfile");
    }
    assertThat(stats.snapshot().started()).isZero();
  }

  @Test
  void errorSentByTheApplicationHandsNothingOff() throws IOException {
    file("f", 70_000);
    application =
        (request, response) -> {
          response.setHeader("X-Sendfile", "files:f");
          response.sendError(403);
        };
    try (RawClient client = client()) {
      for (int i = 0; i < 2; i++) {
        Reply reply = client.get("/");
        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.headers()).doesNotContainKey("X-Sendfile");
      }
    }
    assertThat(stats.snapshot().started()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 204, 302, 304, 404, 500, 503})
  void stripsTheHeadersFromEveryStatus(int status) throws IOException {
    engine.apply(settingsWith("ENABLED", "false"));
    application =
        (request, response) -> {
          response.setStatus(status);
          response.setHeader("X-Sendfile", "files:f");
          response.setHeader("x-sendfile-id", "7");
          response.setHeader("X-ACCEL-REDIRECT", "/f");
          response.setHeader("X-LIGHTTPD-send-file", "/f");
          response.setHeader("X-Accel-Limit-Rate", "7");
          response.setHeader("X-Other", "stays");
        };
    try (RawClient client = client()) {
      Reply reply = client.get("/");
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.header("X-Other")).isEqualTo("stays");
      assertThat(reply.headers().keySet())
          .noneMatch(name -> name.toLowerCase(Locale.ROOT).matches("x-(s|a|l).*"));
      assertThat(stats.snapshot().headersStripped()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"files:missing, 404", "/etc/passwd, 404", "files:../f, 404", "nonsense, 500"})
  void refusesWithoutTellingWhy(String value, int status) throws IOException {
    try (RawClient client = client()) {
      Reply reply = client.get("/?" + value);
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.text()).startsWith(String.valueOf(status)).doesNotContain(value);
      assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
      assertThat(reply.headers()).doesNotContainKey("X-Sendfile");
    }
    assertThat(stats.snapshot().refusedTotal()).isEqualTo(1);
    assertThat(stats.snapshot().statuses()).containsOnlyKeys(status);
  }

  @Test
  void goesOnAfterARefusal() throws IOException {
    byte[] bytes = file("f", 50_000);
    try (RawClient client = client()) {
      for (int i = 0; i < 3; i++) {
        Reply refusal = client.get("/?files:missing");
        assertThat(client.head("/?files:missing").header("Content-Length"))
            .isEqualTo(String.valueOf(refusal.body().length));
        assertBytes(client.get("/?files:f").body(), bytes);
      }
    }
  }

  /** When an asynchronous application completes, seen from its request thread. */
  enum Completion {
    BEFORE_RETURN,
    AFTER_RETURN,
    AFTER_RETURN_FLUSHED
  }

  @ParameterizedTest
  @EnumSource(Completion.class)
  void servesAsynchronousApplicationThatCompletes(Completion completion) throws IOException {
    byte[] large = file("large", 500_000);
    byte[] small = file("small", 100);
    application =
        (request, response) -> {
          String value = request.getQueryString();
          CompletableFuture<Void> returned = new CompletableFuture<>();
          response.suspend();
          CompletableFuture<Void> completed =
              CompletableFuture.runAsync(
                  () -> {
                    if (completion != Completion.BEFORE_RETURN) {
                      returned.orTimeout(5, TimeUnit.SECONDS).join();
                    }
                    response.setHeader("X-Sendfile", value);
                    if (completion == Completion.AFTER_RETURN_FLUSHED) {
                      flush(response);
                    }
                    response.resume();
                  });
          if (completion == Completion.BEFORE_RETURN) {
            completed.orTimeout(5, TimeUnit.SECONDS).join();
          }
          returned.complete(null);
        };
    try (RawClient client = client()) {
      for (int i = 0; i < 10; i++) {
        assertBytes(client.get("/?files:large").body(), large);
        assertBytes(client.get("/?files:small").body(), small);
      }
    }
  }

  private static void flush(Response response) {
    try {
      response.getOutputStream().write("dropped".getBytes(ISO_8859_1));
      response.flush();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
