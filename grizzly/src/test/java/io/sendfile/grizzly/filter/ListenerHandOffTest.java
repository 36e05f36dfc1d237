package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.Admission;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The application gets one event with the result of its hand-off. */
class ListenerHandOffTest extends ServerFixture {
  private final BlockingQueue<Map<String, Object>> told = new LinkedBlockingQueue<>();

  @Override
  @Nullable Consumer<Map<String, Object>> listener(Request request) {
    return told::add;
  }

  private Map<String, Object> awaitTold() throws InterruptedException {
    Map<String, Object> result = told.poll(10, TimeUnit.SECONDS);
    assertThat(result).as("what the application is told").isNotNull();
    return result;
  }

  @AfterEach
  void isToldOnce() {
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 3_000_000})
  void ofACompleteDownload(int length) throws Exception {
    file("f", length);
    application =
        (request, response) -> {
          response.setHeader("X-Sendfile", "files:f");
          response.setHeader("X-Sendfile-Id", "order-7");
        };
    try (RawClient client = client()) {
      assertThat(client.get("/").body()).hasSize(length);
    }
    assertThat(awaitTold())
        .containsEntry("download_id", "order-7")
        .containsEntry("outcome", "completed")
        .containsEntry("status", 200)
        .containsEntry("bytes", (long) length)
        .containsEntry("length", (long) length)
        .containsEntry("size", (long) length)
        .containsEntry("root", "files")
        .containsEntry("file_path", "f")
        .containsEntry("application", "shop")
        .containsEntry("virtual_server", "server")
        .containsEntry("client", "127.0.0.1");
  }

  @Test
  void ofARange() throws Exception {
    file("f", 300_000);
    try (RawClient client = client()) {
      client.send("GET /?files:f HTTP/1.1\r\nHost: test\r\nRange: bytes=0-199999\r\n\r\n").read();
    }
    assertThat(awaitTold())
        .containsEntry("status", 206)
        .containsEntry("range", "0-199999")
        .containsEntry("bytes", 200_000L)
        .containsEntry("length", 200_000L)
        .containsEntry("size", 300_000L);
  }

  @Test
  void ofAClientThatGoesHalfWay() throws Exception {
    sparseFile("f", 1L << 30);
    try (RawClient client = new RawClient(connectPlain(4096))) {
      client.sendGet("/?files:f").readHead();
      client.abort();
    }
    Map<String, Object> result = awaitTold();
    assertThat(result).containsEntry("outcome", "client-abort").containsEntry("length", 1L << 30);
    assertThat((Long) result.get("bytes")).isLessThan(1L << 30);
  }

  @ParameterizedTest
  @CsvSource({
    "files:gone, missing, 404",
    "nowhere:f, unknown-root, 404",
    "f, malformed-value, 500"
  })
  void ofARefusal(String value, String reason, int status) throws Exception {
    application =
        (request, response) -> {
          response.setHeader("X-Sendfile", value);
          response.setHeader("X-Sendfile-Id", "order-7");
        };
    try (RawClient client = client()) {
      assertThat(client.get("/").status()).isEqualTo(status);
    }
    Map<String, Object> result = awaitTold();
    assertThat(result)
        .containsEntry("outcome", "refused")
        .containsEntry("reason", reason)
        .containsEntry("status", status)
        .containsEntry("download_id", "order-7")
        .containsEntry("application", "shop")
        .containsEntry("bytes", 0L);
    assertThat((String) result.get("asked")).contains(value);
  }

  @Test
  void ofARefusalForLackOfPlace() throws Exception {
    file("f", 300_000);
    engine.scheduler().refuseNew(Admission.STOPPING);
    try (RawClient client = client()) {
      assertThat(client.get("/?files:f").status()).isEqualTo(503);
    }
    assertThat(awaitTold())
        .containsEntry("outcome", "refused")
        .containsEntry("reason", "stopping")
        .containsEntry("asked", "files:f");
  }

  @Test
  void ofAnAnswerWithoutABody() throws Exception {
    file("f", 300_000);
    file("empty", 0);
    try (RawClient client = client()) {
      client.head("/?files:f");
      assertThat(awaitTold())
          .containsEntry("outcome", "completed")
          .containsEntry("status", 200)
          .containsEntry("length", 0L)
          .containsEntry("size", 300_000L)
          .containsEntry("file_path", "f");
      client.send("GET /?files:f HTTP/1.1\r\nHost: test\r\nRange: bytes=300000-\r\n\r\n").read();
      assertThat(awaitTold()).containsEntry("status", 416);
      client.get("/?files:empty");
      assertThat(awaitTold()).containsEntry("status", 200).containsEntry("bytes", 0L);
    }
  }

  @Test
  void nothingWhereTheApplicationsOwnBodyGoesOut() throws IOException {
    application = (request, response) -> response.getWriter().write("own");
    try (RawClient client = client()) {
      assertThat(client.get("/").text()).isEqualTo("own");
    }
  }
}
