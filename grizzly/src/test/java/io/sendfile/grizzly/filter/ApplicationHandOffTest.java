package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Breakdown;
import io.sendfile.core.stats.Figure;
import io.sendfile.grizzly.filter.RawClient.Reply;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses of applications and what the client gets of them, over each way of sending. */
class ApplicationHandOffTest {
  abstract static class Contract extends ServerFixture {
    @AfterEach
    void givesAllBuffersBack() {
      await("all buffers are given back", () -> buffersInUse() == 0);
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
    void tellsWhoHandedOffWhichBytes() throws Exception {
      file("f", 70_000);
      application = (request, response) -> response.setHeader("X-Sendfile", "files:f");
      try (RawClient client = client()) {
        client.send("GET / HTTP/1.1\r\nHost: test\r\nRange: bytes=10-19\r\n\r\n").read();
      }
      TransferResult result = awaitEnd(Outcome.COMPLETED);
      assertThat(List.of(result.application(), result.virtualServer(), result.range()))
          .containsExactly(ORIGIN.application(), ORIGIN.virtualServer(), "10-19");
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
      assertThat(Figure.STARTED.of(stats.snapshot())).isZero();
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
      assertThat(Figure.STARTED.of(stats.snapshot())).isZero();
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
        assertThat(Figure.HEADERS_STRIPPED.of(stats.snapshot())).isEqualTo(1);
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
      assertThat(Figure.REFUSED.of(stats.snapshot())).isEqualTo(1);
      assertThat(stats.snapshot().counts().each(Breakdown.STATUSES))
          .containsOnlyKeys(Integer.toString(status));
    }

    /** Completion of an asynchronous application, on its request thread. */
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

  @Nested
  class ZeroCopy extends Contract {}

  @Nested
  class Buffered extends Contract {
    @Override
    String[] settings() {
      return new String[] {"ZERO_COPY", "false"};
    }
  }

  @Nested
  class Tls extends Contract {
    Tls() {
      overTls = true;
    }
  }
}
