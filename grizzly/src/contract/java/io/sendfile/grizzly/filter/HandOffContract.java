package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.grizzly.filter.RawClient.Reply;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract with a client of HTTP/1.1, over each way of sending. */
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

  /** RFC 9112 section 6.1: Transfer-Encoding would announce chunks; there are none here. */
  @ParameterizedTest
  @CsvSource({
    "GET, If-None-Match: *, 304",
    "GET, If-Match: \"other\", 412",
    "GET, Range: bytes=70000-, 416",
    "HEAD, If-None-Match: *, 304",
    "HEAD, If-Match: \"other\", 412",
    "HEAD, Accept: */*, 200"
  })
  void neverSaysThatContentComesInChunks(String method, String field, int status)
      throws IOException {
    byte[] bytes = file("f", 70_000);
    try (RawClient client = client()) {
      client.send(method + " /?files:f HTTP/1.1\r\nHost: test\r\n" + field + "\r\n\r\n");
      Reply reply = client.read(method);
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.headers()).doesNotContainKey("Transfer-Encoding");
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
    await("all are counted", () -> Figure.COMPLETED.of(stats.snapshot()) == 50);
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

  @Test
  void takesARequestWhoseBodyTheApplicationNeverRead() throws IOException {
    byte[] bytes = file("f", 70_000);
    leavesUnread(3 * 3);
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

  @Test
  void stopOfTheListenerIsNoAbortOfItsClients() throws Exception {
    sparseFile("large", 1L << 30);
    try (RawClient client = client().sendGet("/?files:large")) {
      awaitState(TransferState.WAITING_PEER);
      stopListener();
      awaitEnd(Outcome.SHUTDOWN);
      assertThat(client.drain()).isLessThan(1L << 30);
    }
  }
}
