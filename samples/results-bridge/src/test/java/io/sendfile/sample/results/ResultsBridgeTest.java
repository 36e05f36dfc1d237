package io.sendfile.sample.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Answers of the bridge while there is no broker: 503 to what it would have put into the queue. The
 * scenario of integration-tests has a real one.
 */
class ResultsBridgeTest {
  private static final String FORM = "event=transfer-finished&bytes=17";

  /**
   * What {@code printf '%s.%s' 1800000000 "$FORM" | openssl dgst -sha256 -hmac 0123456789abcdef}
   * prints.
   */
  private static final String SIGNATURE =
      "t=1800000000,v1=7452bac9e882978d37685fa2f65ade886c0344393071f145a75bf6373a5b4283";

  private final HttpClient client = HttpClient.newHttpClient();
  private Instant now = Instant.ofEpochSecond(1_800_000_000);
  private ResultsBridge bridge;

  @BeforeEach
  void start() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    int nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, here)) {
      nobody = socket.getLocalPort();
    }
    Broker broker = new Broker(URI.create("amqp://localhost:" + nobody), "downloads");
    bridge =
        new ResultsBridge(new InetSocketAddress(here, 0), broker, "0123456789abcdef", () -> now);
  }

  @AfterEach
  void stop() {
    bridge.close();
  }

  private int post(String form, String... headers) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + bridge.port() + "/results"))
            .headers(headers)
            .POST(BodyPublishers.ofString(form))
            .build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  private int postSigned(String form) throws IOException, InterruptedException {
    return post(form, "Idempotency-Key", "k-1", "X-Sendfile-Signature", SIGNATURE);
  }

  @Test
  void senderKeepsAResultWithoutABroker() throws Exception {
    assertThat(postSigned(FORM)).isEqualTo(503);
    now = now.plusSeconds(300);
    assertThat(postSigned(FORM)).isEqualTo(503);
  }

  @Test
  void senderKeepsAResultWhoseSignatureIsWrongOrOld() throws Exception {
    assertThat(postSigned(FORM + "1")).isEqualTo(401);
    assertThat(post(FORM, "Idempotency-Key", "k-1")).isEqualTo(401);
    now = now.plusSeconds(301);
    assertThat(postSigned(FORM)).isEqualTo(401);
  }

  @Test
  void whatIsNoResultIsGivenUp() throws Exception {
    assertThat(post(FORM, "X-Sendfile-Signature", SIGNATURE)).isEqualTo(400);
    assertThat(postSigned("x".repeat((64 << 10) + 1))).isEqualTo(413);
  }

  @Test
  void wrongSettingIsToldAtTheStart() {
    assertThatThrownBy(() -> ResultsBridge.start(Map.of("LISTEN", "8085")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LISTEN");
    assertThatThrownBy(() -> ResultsBridge.start(Map.of("AMQP_URI", "http://localhost")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("AMQP_URI");
  }
}
