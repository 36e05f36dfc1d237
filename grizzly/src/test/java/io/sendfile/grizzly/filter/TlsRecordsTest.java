package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sendfile.grizzly.filter.TlsRecords.Piece;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;
import org.glassfish.grizzly.ssl.SSLFilter;
import org.glassfish.grizzly.ssl.SSLUtils;
import org.glassfish.grizzly.utils.IdleTimeoutFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records on a real connection, written past Grizzly's filter. */
@Timeout(30)
class TlsRecordsTest {
  /** Of the filter that stands for the codec. */
  private static final int CODEC = 2;

  private static final int RECEIVE_BYTES = 4096;

  private final TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().build();
  private final CompletableFuture<Connection<?>> accepted = new CompletableFuture<>();
  private final AtomicInteger written = new AtomicInteger();
  private final FilterChain chain =
      FilterChainBuilder.stateless()
          .add(new TransportFilter())
          .add(new SSLFilter(serverSide(), null))
          .add(new Greeted())
          .build();
  private SSLSocket client;
  private Connection<?> connection;

  private static SSLEngineConfigurator serverSide() {
    return new SSLEngineConfigurator(TestCertificate.context(), false, false, false);
  }

  /** Learns of the connection by its first byte, after the handshake. */
  private final class Greeted extends BaseFilter {
    @Override
    public NextAction handleRead(FilterChainContext context) {
      accepted.complete(context.getConnection());
      return context.getStopAction();
    }
  }

  // Grizzly declares its handlers with the raw type.
  @SuppressWarnings("rawtypes")
  private final class Written extends EmptyCompletionHandler<WriteResult> {
    @Override
    public void completed(WriteResult result) {
      written.incrementAndGet();
    }
  }

  @BeforeEach
  void start() throws IOException {
    transport.setProcessor(chain);
  }

  private TlsRecords connect(String protocol) throws Exception {
    TCPNIOServerConnection bound =
        transport.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    transport.start();
    Socket plain = new Socket();
    plain.setReceiveBufferSize(RECEIVE_BYTES);
    plain.connect(bound.getLocalAddress());
    client = TestCertificate.wrap(plain);
    client.setEnabledProtocols(new String[] {protocol});
    client.getOutputStream().write('x');
    connection = accepted.get(10, TimeUnit.SECONDS);
    TlsRecords records = TlsRecords.of(connection, chain, CODEC);
    assertThat(records).isNotNull();
    return records;
  }

  @AfterEach
  void stop() throws IOException {
    if (client != null) {
      client.close();
    }
    transport.shutdownNow();
  }

  private static byte[] bytes(int seed) {
    byte[] bytes = new byte[TlsRecords.PIECE];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private void write(TlsRecords records, int seed) throws IOException {
    try (Piece piece = Piece.take()) {
      piece.put(ByteBuffer.wrap(bytes(seed)));
      records.write(
          piece,
          chain.obtainFilterChainContext(connection, connection, CODEC, chain.size(), CODEC),
          new Written());
    }
  }

  private void assertReads(int seed) throws IOException {
    byte[] read = client.getInputStream().readNBytes(TlsRecords.PIECE);
    assertThat(read).as("piece %d", seed).isEqualTo(bytes(seed));
  }

  private int unsent() {
    return ((NIOConnection) connection).getAsyncWriteQueue().spaceInBytes();
  }

  /** The memory of its piece serves others before the client reads. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void whatASocketDoesNotTakeFollows(String protocol) throws Exception {
    TlsRecords records = connect(protocol);
    int pieces = 0;
    while (unsent() == 0) {
      write(records, pieces++);
    }
    assertThat(written).hasValue(pieces - 1);
    assertThat(unsent()).isLessThanOrEqualTo((int) TlsRecords.HELD / 2);
    try (Piece another = Piece.take()) {
      another.put(ByteBuffer.wrap(bytes(-1)));
    }
    write(records, pieces++);
    for (int i = 0; i < pieces; i++) {
      assertReads(i);
    }
    int all = pieces;
    ServerFixture.await("all are told as written", () -> written.get() == all);
    assertThat(unsent()).isZero();
  }

  @Test
  void newKeysOfTheServerApplyToWhatFollows() throws Exception {
    TlsRecords records = connect("TLSv1.3");
    for (int i = 0; i < 10; i++) {
      write(records, i);
      SSLUtils.getSSLEngine(connection).beginHandshake();
      assertReads(i);
    }
    write(records, 10);
    assertReads(10);
    assertThat(written).hasValue(11);
  }

  /** Grizzly's filter ends the handshake, and keeps what is written meanwhile. */
  @Test
  void aNewHandshakeIsLeftToTheFilter() throws Exception {
    TlsRecords records = connect("TLSv1.2");
    write(records, 0);
    assertReads(0);
    SSLUtils.getSSLEngine(connection).beginHandshake();
    CompletableFuture<Void> reader =
        CompletableFuture.runAsync(
            () -> {
              try {
                for (int i = 1; i < 20; i++) {
                  assertReads(i);
                }
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    for (int i = 1; i < 20; i++) {
      write(records, i);
    }
    reader.get(10, TimeUnit.SECONDS);
  }

  @Test
  void aClosedEngineClosesTheConnection() throws Exception {
    TlsRecords records = connect("TLSv1.3");
    SSLEngine engine = SSLUtils.getSSLEngine(connection);
    engine.closeOutbound();
    assertThatExceptionOfType(SSLException.class).isThrownBy(() -> write(records, 0));
    assertThat(connection.isOpen()).isFalse();
    assertThat(written).hasValue(0);
  }

  @Test
  void areNoneBelowFiltersThatMaySeeThem() throws Exception {
    connect("TLSv1.3");
    assertThat(TlsRecords.of(connection, chain, CODEC + 1)).isNull();
    FilterChain idle =
        FilterChainBuilder.stateless()
            .add(new TransportFilter())
            .add(
                new IdleTimeoutFilter(
                    IdleTimeoutFilter.createDefaultIdleDelayedExecutor(), 1, TimeUnit.HOURS))
            .add(new SSLFilter(serverSide(), null))
            .build();
    assertThat(TlsRecords.of(connection, idle, 3)).isNotNull();
    assertThat(TlsRecords.of(connection, idle, 2)).isNull();
  }
}
