package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.grizzly.filter.RawClient.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.glassfish.grizzly.http.CompressionConfig;
import org.glassfish.grizzly.http.CompressionConfig.CompressionMode;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A listener that compresses must not touch a hand-off. */
class CompressionTest extends ServerFixture {
  private CompressionConfig compression;

  @Override
  void configure(NetworkListener listener) {
    compression = listener.getCompressionConfig();
    compression.setCompressionMode(CompressionMode.ON);
    compression.setCompressionMinSize(1);
    compression.setCompressibleMimeTypes("text/plain");
  }

  private Reply get(RawClient client, String path) throws IOException {
    return client
        .send("GET " + path + " HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n")
        .read();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 300_000})
  void sendsTheFileAsItIs(int length) throws IOException {
    byte[] bytes = file("f", length);
    application =
        (request, response) -> {
          response.setContentType("text/plain");
          response.setHeader("X-Sendfile", "files:f");
        };
    try (RawClient client = client()) {
      for (int i = 0; i < 2; i++) {
        Reply reply = get(client, "/");
        assertBytes(reply.body(), bytes);
        assertThat(reply.header("Content-Length")).isEqualTo(String.valueOf(length));
        assertThat(reply.headers()).doesNotContainKeys("Content-Encoding", "Transfer-Encoding");
      }
    }
  }

  /** Grizzly's codec chooses at the 100, before it knows the response. */
  @ParameterizedTest
  @CsvSource({
    "ON, files:f, 200",
    "FORCE, files:f, 200",
    "ON, files:missing, 404",
    "FORCE, nonsense, 500"
  })
  void sendsTheFileAsItIsAfterContinue(CompressionMode mode, String value, int status)
      throws IOException {
    compression.setCompressionMode(mode);
    byte[] bytes = file("f", 300_000);
    application =
        (request, response) -> {
          request.getInputStream().readAllBytes();
          response.setContentType("text/plain");
          response.setHeader("X-Sendfile", value);
        };
    try (RawClient client = client()) {
      client.send(
          "POST / HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n"
              + "Expect: 100-continue\r\nContent-Length: 1\r\n\r\n");
      assertThat(client.readHead().status()).isEqualTo(100);
      Reply reply = client.send("x").read();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.headers()).doesNotContainKeys("Content-Encoding", "Transfer-Encoding");
      if (status == 200) {
        assertBytes(reply.body(), bytes);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"files:missing, 404", "nonsense, 500"})
  void sendsARefusalAsItIs(String value, int status) throws IOException {
    try (RawClient client = client()) {
      Reply reply = get(client, "/?" + value);
      assertThat(reply.text()).startsWith(String.valueOf(status));
      assertThat(reply.headers()).doesNotContainKeys("Content-Encoding", "Transfer-Encoding");
    }
  }

  @Test
  void answersHeadAsItIs() throws IOException {
    file("f", 1000);
    application =
        (request, response) -> {
          response.setContentType("text/plain");
          response.setHeader("X-Sendfile", "files:f");
        };
    try (RawClient client = client()) {
      client.send("HEAD / HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n");
      assertThat(client.readHead().headers())
          .containsKey("Content-Length")
          .doesNotContainKeys("Content-Encoding", "Transfer-Encoding");
    }
  }

  /** RFC 9110 section 14.1.2: a range counts the stored bytes. */
  @Test
  void sendsARangeAsItIs() throws IOException {
    byte[] bytes = file("f.txt", 1000);
    try (RawClient client = client()) {
      client.send(
          "GET /?files:f.txt HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n"
              + "Range: bytes=100-899\r\n\r\n");
      Reply reply = client.read();
      assertThat(reply.header("Content-Range")).isEqualTo("bytes 100-899/1000");
      assertThat(reply.headers()).doesNotContainKeys("Content-Encoding", "Transfer-Encoding");
      assertBytes(reply.body(), Arrays.copyOfRange(bytes, 100, 900));
    }
  }

  /** RFC 9110 section 8.4: "identity" must not appear on the wire. */
  @ParameterizedTest
  @CsvSource({"If-None-Match: *, 304", "If-Match: \"x\", 412", "Range: bytes=1000-, 416"})
  void answersConditionsAsTheyAre(String field, int status) throws IOException {
    file("f.txt", 1000);
    try (RawClient client = client()) {
      client.send(
          "GET /?files:f.txt HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n"
              + field
              + "\r\n\r\n");
      Reply reply = client.read();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.headers()).doesNotContainKeys("Content-Encoding", "Transfer-Encoding");
    }
  }

  /** The listener does compress other responses, also between two hand-offs on one connection. */
  @Test
  void leavesOtherResponsesToTheListener() throws IOException {
    byte[] bytes = file("f", 5000);
    application =
        (request, response) -> {
          response.setContentType("text/plain");
          if (request.getQueryString() == null) {
            response.getWriter().write("plain ".repeat(500));
          } else {
            response.setHeader("X-Sendfile", request.getQueryString());
          }
        };
    try (RawClient client = client()) {
      assertBytes(get(client, "/?files:f").body(), bytes);
      Reply plain = get(client, "/");
      assertThat(plain.header("Content-Encoding")).isEqualTo("gzip");
      assertThat(new GZIPInputStream(new ByteArrayInputStream(plain.body())).readAllBytes())
          .hasSize(3000);
      assertBytes(get(client, "/?files:f").body(), bytes);
    }
  }
}
