package io.sendfile.grizzly.filter;

import static io.sendfile.grizzly.filter.RawHttp2Client.get;
import static io.sendfile.grizzly.filter.RawHttp2Client.preface;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.Outcome;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of a proxy that tells its clients by the PROXY protocol. */
@EachBufferPolicy
class ProxyProtocolTest extends ServerFixture {
  static final String HEADER = "PROXY TCP4 192.0.2.44 10.0.0.1 53021 443\r\n";

  /** Version 2: 2001:db8::44, port 53021. */
  static final byte[] BINARY =
      HexFormat.of()
          .parseHex(
              "0d0a0d0a000d0a515549540a"
                  + "21210027"
                  + "20010db8000000000000000000000044"
                  + "20010db8000000000000000000000001"
                  + "cf1d01bb"
                  + "040000");

  private static final String GET = "GET /?files:f HTTP/1.1\r\nHost: test\r\n\r\n";

  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.grizzly");

  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

  @Override
  String[] settings() {
    return new String[] {"TRUSTED_PROXIES", "127.0.0.0/8,198.51.100.0/24"};
  }

  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(new Http2AddOn());
    application =
        (request, response) -> {
          seen.add(
              request.getRemoteAddr()
                  + " "
                  + request.getRemoteHost()
                  + " "
                  + request.getRemotePort());
          response.setHeader("X-Sendfile", request.getQueryString());
        };
  }

  @Override
  void watch(FilterChainBuilder builder) {
    assertThat(ProxyProtocol.join(LISTENER, builder, engine.at(LISTENER), Duration.ofMinutes(1)))
        .isTrue();
  }

  private void seenIs(String client) throws InterruptedException {
    assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo(client);
  }

  private long refused() {
    return Figure.CONNECTIONS_REFUSED.of(stats.snapshot());
  }

  @Test
  void headerTellsTheClientOfEveryRequestOfItsConnection() throws Exception {
    byte[] bytes = file("f", 300_000);
    try (RawClient client = client()) {
      assertBytes(client.send(HEADER + GET).read().body(), bytes);
      seenIs("192.0.2.44 192.0.2.44 53021");
      assertThat(awaitEnd(Outcome.COMPLETED).client()).isEqualTo("192.0.2.44");

      assertBytes(client.send(GET).read().body(), bytes);
      seenIs("192.0.2.44 192.0.2.44 53021");
      assertThat(awaitEnd(Outcome.COMPLETED).client()).isEqualTo("192.0.2.44");
    }
    assertThat(refused()).isZero();
  }

  @Test
  void pipelinedRequestsMayComeWithTheHeader() throws Exception {
    byte[] bytes = file("f", 300_000);
    try (RawClient client = client()) {
      client.send(new String(BINARY, ISO_8859_1) + GET + GET);
      assertBytes(client.read().body(), bytes);
      assertBytes(client.read().body(), bytes);
    }
    for (int i = 0; i < 2; i++) {
      seenIs("2001:db8:0:0:0:0:0:44 2001:db8:0:0:0:0:0:44 53021");
      assertThat(awaitEnd(Outcome.COMPLETED).client()).isEqualTo("2001:db8::44");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void headerMayComeByteByByte(boolean binary) throws Exception {
    byte[] bytes = file("f", 1000);
    String header = binary ? new String(BINARY, ISO_8859_1) : HEADER;
    try (RawClient client = client()) {
      for (char each : (header + GET).toCharArray()) {
        client.send(String.valueOf(each));
      }
      assertBytes(client.read().body(), bytes);
    }
    seenIs(
        binary
            ? "2001:db8:0:0:0:0:0:44 2001:db8:0:0:0:0:0:44 53021"
            : "192.0.2.44 192.0.2.44 53021");
  }

  @Test
  void http2MayFollow() throws Exception {
    byte[] bytes = file("f", 1000);
    try (RawHttp2Client client = new RawHttp2Client(connect())) {
      client.send(HEADER.getBytes(ISO_8859_1), preface(1 << 20), get(1, "/?files:f"));
      client.send(get(3, "/?files:f"));
      client.until(() -> client.ended(1) && client.ended(3));
      assertBytes(client.body(1), bytes);
      assertBytes(client.body(3), bytes);
    }
    seenIs("192.0.2.44 192.0.2.44 53021");
    seenIs("192.0.2.44 192.0.2.44 53021");
    assertThat(awaitEnd(Outcome.COMPLETED).client()).isEqualTo("192.0.2.44");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PROXY UNKNOWN\r\n", "\r\n\r\n\0\r\nQUIT\n\u0020\0\0\0"})
  void proxyMayAskForItself(String header) throws Exception {
    file("f", 1000);
    try (Socket socket = connect();
        RawClient client = new RawClient(socket)) {
      assertThat(client.send(header + GET).read().status()).isEqualTo(200);
      seenIs("127.0.0.1 localhost " + socket.getLocalPort());
    }
    assertThat(awaitEnd(Outcome.COMPLETED).client()).isEqualTo("127.0.0.1");
  }

  @Test
  void clientsOfOneProxyHaveLimitsOfTheirOwn() throws Exception {
    engine.apply(settingsWith("TRUSTED_PROXIES", "127.0.0.1", "MAX_CLIENT_TRANSFERS", "1"));
    sparseFile("f", 30 << 20);
    file("small", 20_000);
    String get = GET.replace("files:f", "files:small");
    try (RawClient first = new RawClient(connectPlain(4096))) {
      first.send(HEADER + GET).readHead();
      awaitState(TransferState.WAITING_PEER);
      try (RawClient same = client();
          RawClient other = client()) {
        assertThat(same.send(HEADER + get).read().status()).isEqualTo(503);
        assertThat(other.send(HEADER.replace(".44", ".45") + get).read().status()).isEqualTo(200);
      }
    }
  }

  /** A proxy of requests behind which the client of the connection is another proxy. */
  @Test
  void fieldOfAProxyThatTheHeaderNamesCounts() throws Exception {
    file("f", 1000);
    String forwarded = GET.replace("\r\n\r\n", "\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n");
    try (RawClient trusted = client();
        RawClient other = client()) {
      trusted.send(HEADER.replace("192.0.2.44", "198.51.100.7") + forwarded).read();
      assertThat(awaitEnd(Outcome.COMPLETED).client()).isEqualTo("203.0.113.9");
      other.send(HEADER + forwarded).read();
      assertThat(awaitEnd(Outcome.COMPLETED).client()).isEqualTo("192.0.2.44");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: test\r\n\r\n",
        "PROXY TCP4 192.0.2.44 10.0.0.1 53021\r\n",
        "PROXY TCP4 192.0.2.444 10.0.0.1 53021 443\r\nGET / HTTP/1.1\r\nHost: test\r\n\r\n"
      })
  void connectionWithoutAValidHeaderIsClosed(String bytes) throws Exception {
    for (int i = 0; i < 3; i++) {
      try (RawClient client = client()) {
        assertThat(client.send(bytes).drain()).isZero();
      }
    }
    assertThat(refused()).isEqualTo(3);
    assertThat(seen).isEmpty();
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith("sendfile: listener test, which requires the PROXY protocol, has closed")
        .contains("from 127.0.0.1", "send-proxy-v2", "connections-refused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10.0.0.0/8"})
  void headerOfAnAddressThatIsNotTrustedIsNotBelieved(String trusted) throws Exception {
    engine.apply(settingsWith("TRUSTED_PROXIES", trusted));
    for (int i = 0; i < 2; i++) {
      try (RawClient client = client()) {
        assertThat(client.drain()).isZero();
      }
    }
    assertThat(refused()).isEqualTo(2);
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith("sendfile: ")
        .contains("trusted-proxies does not name that address");
  }

  /** A second one is no request. */
  @Test
  void headerIsExpectedOnceOnly() throws Exception {
    byte[] bytes = file("f", 1000);
    try (RawClient client = client()) {
      assertBytes(client.send(HEADER + GET).read().body(), bytes);
      assertThat(client.send(HEADER + GET).read().status()).isBetween(400, 599);
    }
    assertThat(refused()).isZero();
  }

  @Test
  void portThatChoosesAProtocolCannotHaveIt() {
    assertThat(ProxyProtocol.join(LISTENER, FilterChainBuilder.stateless(), engine.at(LISTENER)))
        .isFalse();
  }
}
