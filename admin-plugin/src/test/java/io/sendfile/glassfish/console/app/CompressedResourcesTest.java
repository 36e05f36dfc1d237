package io.sendfile.glassfish.console.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedResourcesTest {
  private static final String SCRIPT = "let a = 1;\n".repeat(1000);

  private static FakeExchange pass(String path, String accepted, String sent) throws Exception {
    FakeExchange exchange = new FakeExchange("GET", path).header("Accept-Encoding", accepted);
    pass(exchange, sent);
    return exchange;
  }

  private static void pass(FakeExchange exchange, String sent) throws Exception {
    new CompressedResources()
        .doFilter(
            exchange.request(),
            exchange.response(),
            (request, response) -> {
              try (var out = response.getOutputStream()) {
                out.write(sent.getBytes(UTF_8));
                response.setContentLength(sent.length());
              }
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/jakarta.faces.resource/core.js.xhtml?ln=primefaces",
        "/jakarta.faces.resource/theme.css.xhtml",
        "/live",
        "/history"
      })
  void scriptsStylesAndFiguresAreCompressed(String path) throws Exception {
    FakeExchange exchange = pass(path, "gzip, deflate, br", SCRIPT);

    assertThat(exchange.answered)
        .containsEntry("Content-Encoding", "gzip")
        .containsEntry("Vary", "Accept-Encoding");
    assertThat(exchange.body.size()).isLessThan(200);
    try (InputStream in =
        new GZIPInputStream(new ByteArrayInputStream(exchange.body.toByteArray()))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(SCRIPT);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/jakarta.faces.resource/core.js.xhtml, identity",
    "/jakarta.faces.resource/core.js.xhtml, gzip;q=0",
    "/jakarta.faces.resource/icons.woff2.xhtml, gzip",
    "/now.xhtml, gzip",
  })
  void othersStay(String path, String accepted) throws Exception {
    FakeExchange exchange = pass(path, accepted, SCRIPT);

    assertThat(exchange.answered).doesNotContainKey("Content-Encoding");
    assertThat(exchange.text()).isEqualTo(SCRIPT);
  }

  @Test
  void partStaysPlain() throws Exception {
    FakeExchange exchange =
        new FakeExchange("GET", "/jakarta.faces.resource/core.js.xhtml")
            .header("Accept-Encoding", "gzip")
            .header("Range", "bytes=0-9");
    pass(exchange, SCRIPT);

    assertThat(exchange.text()).isEqualTo(SCRIPT);
  }

  @Test
  void responseWithoutABodyStaysSo() throws Exception {
    FakeExchange exchange = pass("/jakarta.faces.resource/core.js.xhtml", "gzip", "");

    assertThat(exchange.answered).doesNotContainKey("Content-Encoding");
    assertThat(exchange.text()).isEmpty();
  }
}
