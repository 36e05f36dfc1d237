package io.sendfile.grizzly.filter;

import static io.sendfile.grizzly.filter.RawHttp2Client.get;
import static io.sendfile.grizzly.filter.RawHttp2Client.preface;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http2.Http2AddOn;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The PROXY header before TLS, whose first bytes may come with it. */
class TlsProxyProtocolTest extends ServerFixture {
  @Override
  String[] settings() {
    return new String[] {"TRUSTED_PROXIES", "127.0.0.1"};
  }

  @Override
  void configure(NetworkListener listener) {
    TestCertificate.secure(listener);
    listener.registerAddOn(new Http2AddOn());
  }

  @Override
  void watch(FilterChainBuilder builder) {
    ProxyProtocol.join(LISTENER, builder, engine.at(LISTENER), Duration.ofMinutes(1));
  }

  /** A socket whose first write carries the header, too. */
  private static final class Relaying extends Socket {
    private byte[] header = ProxyProtocolTest.BINARY;

    @Override
    public OutputStream getOutputStream() throws IOException {
      OutputStream out = super.getOutputStream();
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          out.write(
              ByteBuffer.allocate(header.length + length)
                  .put(header)
                  .put(bytes, from, length)
                  .array());
          header = new byte[0];
        }
      };
    }
  }

  private SSLSocket connect(boolean together, String protocol) throws IOException {
    Socket plain = together ? new Relaying() : new Socket();
    plain.connect(new InetSocketAddress("127.0.0.1", port()), 10_000);
    if (!together) {
      plain.getOutputStream().write(ProxyProtocolTest.BINARY);
    }
    SSLSocket socket = TestCertificate.wrap(plain);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {protocol});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    assertThat(socket.getApplicationProtocol()).isEqualTo(protocol);
    return socket;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void http1IsServed(boolean together) throws Exception {
    byte[] bytes = file("f", 300_000);
    try (RawClient client = new RawClient(connect(together, "http/1.1"))) {
      assertBytes(client.get("/?files:f").body(), bytes);
      assertThat(awaitEnd(Outcome.COMPLETED).client()).isEqualTo("2001:db8::44");
      assertBytes(client.get("/?files:f").body(), bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void http2IsServed(boolean together) throws Exception {
    byte[] bytes = file("f", 60_000);
    try (RawHttp2Client client = new RawHttp2Client(connect(together, "h2"))) {
      client.send(preface(1 << 20), get(1, "/?files:f"));
      client.until(() -> client.ended(1));
      assertBytes(client.body(1), bytes);
      assertThat(awaitEnd(Outcome.COMPLETED).client()).isEqualTo("2001:db8::44");
    }
  }
}
