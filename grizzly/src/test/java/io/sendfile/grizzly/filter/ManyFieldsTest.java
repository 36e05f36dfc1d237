package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.grizzly.filter.RawClient.Reply;
import java.io.IOException;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.util.MimeHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applications with about as many header fields as Grizzly allows in all. */
class ManyFieldsTest extends ServerFixture {
  private static final int MOST = MimeHeaders.MAX_NUM_HEADERS_DEFAULT;

  /** With Content-Type, Content-Length, Date and Connection there are as many as may be. */
  private static final int MOST_OF_APPLICATION = MOST - 4;

  @RegisterExtension
  private final CapturedLog log = new CapturedLog("io.sendfile.glassfish.refused");

  private byte[] large;

  @BeforeEach
  void makeFiles() throws IOException {
    large = file("large", 200_000);
    file("small", 10);
    file("empty", 0);
  }

  /** The hand-off is one of the fields. */
  private void handOff(String name, int fields) {
    application =
        (request, response) -> {
          setFields(response, fields - 1);
          response.setHeader("X-Sendfile", "files:" + name);
        };
  }

  private static void setFields(Response response, int fields) {
    for (int i = 0; i < fields; i++) {
      response.setHeader("X-F" + i, "v");
    }
  }

  private Reply get(String... fields) throws IOException {
    try (RawClient client = client()) {
      client.send("GET / HTTP/1.1\r\nHost: test\r\n" + String.join("\r\n", fields) + "\r\n\r\n");
      return client.read();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "large, Connection: close, 96",
    "small, Connection: close, 96",
    "empty, Connection: close, 96",
    "large, A: b, 97",
    "small, A: b, 97"
  })
  void applicationMayHaveAsManyAsWithoutHandOff(String name, String field, int most)
      throws IOException {
    application =
        (request, response) -> {
          setFields(response, most);
          response.setContentType("a/b");
          response.getOutputStream().write(1);
        };
    assertThat(get(field).status()).as("alone").isEqualTo(200);

    for (int fields = most - 8; fields <= most; fields++) {
      handOff(name, fields);
      Reply reply = get(field);
      assertThat(reply.status()).as("%d fields", fields).isEqualTo(200);
      assertThat(reply.headers())
          .containsKeys("Content-Length", "Content-Type", "X-F" + (fields - 2));
    }
  }

  @Test
  void fieldsThatAreLeastNeededGoFirst() throws IOException {
    handOff("large", MOST_OF_APPLICATION + 1);
    assertThat(get().headers())
        .containsKeys("ETag")
        .doesNotContainKeys("Accept-Ranges", "Last-Modified");
    handOff("large", MOST_OF_APPLICATION + 2);
    assertThat(get().headers()).doesNotContainKeys("ETag", "Accept-Ranges", "Last-Modified");
    handOff("large", MOST_OF_APPLICATION - 8);
    assertThat(get().headers()).containsKeys("ETag", "Accept-Ranges", "Last-Modified");
  }

  @Test
  void rangesHaveTheirRange() throws IOException {
    handOff("large", MOST_OF_APPLICATION);

    Reply part = get("Range: bytes=0-9");

    assertThat(part.status()).isEqualTo(206);
    assertThat(part.header("Content-Range")).isEqualTo("bytes 0-9/" + large.length);
    assertThat(part.body()).hasSize(10);
  }

  @ParameterizedTest
  @CsvSource({"large", "small", "empty"})
  void beyondThatAnErrorNamesTheLimitInTheLog(String name) throws IOException {
    handOff(name, MOST_OF_APPLICATION + 3);

    Reply reply = get();

    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.headers()).doesNotContainKeys("X-Sendfile");
    assertThat(log.lines())
        .singleElement()
        .asString()
        .contains("99 header fields", "may be 100", "max-response-headers");
    handOff(name, 5);
    assertThat(get().status()).isEqualTo(200);
  }

  @Test
  void refusalsAreAnsweredToo() throws IOException {
    handOff("missing", MOST - 1);

    assertThat(get("Connection: close").status()).isEqualTo(404);
  }
}
