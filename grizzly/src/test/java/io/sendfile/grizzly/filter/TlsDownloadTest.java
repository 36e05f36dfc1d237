package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ConnectionProbe;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large bodies over TLS and HTTP/1.1, which no filter needs to see. */
class TlsDownloadTest extends ServerFixture {
  private static final int LENGTH = 3_000_000;
  private static final int WINDOW = 4096;

  /** Bytes of the largest write. */
  private final AtomicLong largest = new AtomicLong();

  @Override
  void configure(NetworkListener listener) {
    TestCertificate.secure(listener);
    listener
        .getTransport()
        .getConnectionMonitoringConfig()
        .addProbes(
            new ConnectionProbe.Adapter() {
              @Override
              @SuppressWarnings("rawtypes") // as Grizzly declares it
              public void onWriteEvent(Connection connection, Buffer data, long size) {
                largest.accumulateAndGet(size, Math::max);
              }
            });
  }

  private SSLSocket connect(String protocol, int window) throws IOException {
    Socket plain = connectPlain(window);
    SSLSocket socket = TestCertificate.wrap(plain);
    socket.setEnabledProtocols(new String[] {protocol});
    return socket;
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void arriveInWritesOfSeveralRecords(String protocol) throws IOException {
    byte[] bytes = file("f", LENGTH);
    try (RawClient client = new RawClient(connect(protocol, 0))) {
      assertBytes(client.get("/?files:f").body(), bytes);
      assertThat(largest.get()).isGreaterThan(TlsRecords.PIECE);
      assertBytes(client.get("/?files:f").body(), bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void arriveInSmallWindows(String protocol) throws IOException {
    byte[] bytes = file("f", LENGTH);
    try (RawClient client = new RawClient(connect(protocol, WINDOW))) {
      client.sendGet("/?files:f");
      awaitState(TransferState.WAITING_PEER);
      assertBytes(client.read().body(), bytes);
    }
  }

  /** Over TLS 1.3 this asks the server for new keys as well. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void arriveThoughTheClientChangesKeys(int times) throws IOException {
    byte[] bytes = file("f", LENGTH);
    SSLSocket socket = connect("TLSv1.3", WINDOW);
    try (RawClient client = new RawClient(socket)) {
      client.sendGet("/?files:f");
      RawClient.Head head = client.readHead();
      assertThat(head.contentLength()).isEqualTo(LENGTH);
      for (int i = 0; i < times; i++) {
        socket.startHandshake();
      }
      assertBytes(client.read(head).body(), bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void endWithTheirClient(String protocol) throws IOException, InterruptedException {
    file("f", LENGTH);
    try (RawClient client = new RawClient(connect(protocol, WINDOW))) {
      client.sendGet("/?files:f").readHead();
      awaitState(TransferState.WAITING_PEER);
    }
    awaitEnd(Outcome.CLIENT_ABORTED);
  }
}
