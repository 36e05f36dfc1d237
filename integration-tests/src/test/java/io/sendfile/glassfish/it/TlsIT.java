package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Stream;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS connections that are negotiated, renewed, and broken off in every way. */
@Timeout(120)
@EachGrizzly
@OnGrizzly
class TlsIT extends Scenario {
  private static final int MIB = 1 << 20;
  private static final int PART = 200_000;

  /** Start of a handshake: the type of a TLS record and its version. */
  private static final byte[] HALF_A_RECORD = {22, 3, 1, 2, 0, 1};

  private final Path large = TestFiles.ofLength(100L * MIB);
  private final Path medium = TestFiles.ofLength(200 << 10);

  private Socket wire() throws IOException {
    return Http2Way.connect(server.httpsPort());
  }

  private static RawConnection begin(SSLSocket socket, Path file) throws IOException {
    RawConnection connection = RawConnection.over(socket);
    connection.send(RawConnection.get(Play.steps(sendfile(file)))).head();
    connection.bytes(PART, OutputStream.nullOutputStream());
    return connection;
  }

  private static void vanish(Socket wire) throws IOException {
    wire.setSoLinger(true, 0);
    wire.close();
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.2, http/1.1", "TLSv1.3, http/1.1"})
  void http1IsSpokenWhereItIsAgreedOn(String version, String protocol) throws Exception {
    try (SSLSocket socket = Http2Way.secure(wire(), protocol, version);
        RawConnection connection = RawConnection.over(socket)) {
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
      for (int i = 0; i < 2; i++) {
        connection.ask(Play.steps(sendfile(medium))).hasStatus(200).isFile(medium);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void http2IsSpokenWhereItIsAgreedOn(String version) throws Exception {
    Socket wire = wire();
    SSLSocket socket = Http2Way.secure(wire, "h2", version);
    try (Http2Connection connection = Http2Connection.over(socket, wire)) {
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
      for (int i = 0; i < 2; i++) {
        connection.ask(Play.steps(sendfile(medium))).hasStatus(200).isFile(medium);
      }
    }
  }

  @Test
  void clientThatVanishesWithoutCloseNotifyEndsItsTransferOnce() throws Exception {
    Snapshot before = server.probe();
    Socket wire = wire();
    begin(Http2Way.secure(wire, "http/1.1"), large);

    vanish(wire);

    awaitGrown("ClientAborted", 1, before);
  }

  @Test
  void clientThatEndsTcpWithoutCloseNotifyEndsItsTransferOnce() throws Exception {
    Snapshot before = server.probe();
    Socket wire = wire();
    begin(Http2Way.secure(wire, "http/1.1"), large);

    wire.close();

    awaitGrown("ClientAborted", 1, before);
  }

  @Test
  void closeNotifyInTheMiddleEndsTheTransferOnce() throws Exception {
    Snapshot before = server.probe();
    Socket wire = wire();
    SSLSocket socket = Http2Way.secure(wire, "http/1.1");
    begin(socket, large);

    socket.close();
    wire.close();

    awaitGrown("ClientAborted", 1, before);
  }

  @Test
  void closeNotifyInTheMiddleOfAStreamEndsItOnce() throws Exception {
    Snapshot before = server.probe();
    try (Http2Connection connection = Http2Way.ALPN.open()) {
      Http2Stream stream = connection.get(Play.steps(sendfile(large)));
      connection.until(() -> stream.length() > PART);
    }

    awaitGrown("ClientAborted", 1, before);
  }

  @Test
  void handshakesThatStopHalfWayHarmNobody() throws Exception {
    Socket silent = wire();
    Socket half = wire();
    half.getOutputStream().write(HALF_A_RECORD);
    Socket gone = wire();
    gone.getOutputStream().write(HALF_A_RECORD);
    vanish(gone);
    try (silent;
        half;
        SSLSocket socket = Http2Way.secure(wire(), "http/1.1");
        RawConnection connection = RawConnection.over(socket)) {
      connection.ask(Play.steps(sendfile(medium))).hasStatus(200).isFile(medium);
    }
  }

  @Test
  void clearTextToTlsListenerGetsNoFile() throws Exception {
    try (RawConnection connection = RawConnection.over(wire())) {
      connection.send(RawConnection.get(Play.steps(sendfile(medium))));
      assertThatThrownBy(connection::head).isInstanceOf(IOException.class);
    }
    Await.until("no transfer", SOON, () -> server.probe().transfers() == 0);
  }
}
