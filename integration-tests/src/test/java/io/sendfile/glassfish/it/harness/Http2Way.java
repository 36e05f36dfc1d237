package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Base64;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Start of HTTP/2 on a connection. */
public enum Http2Way {
  /** TLS, chosen by ALPN. */
  ALPN,
  /** In clear text, at once. */
  PRIOR_KNOWLEDGE,
  /** In clear text, by an upgrade from HTTP/1.1. */
  UPGRADE;

  private static final int TIMEOUT_MILLIS = 20_000;

  /** Connects to the listener of the server under test. */
  public Http2Connection open(int... settings) throws IOException {
    ServerUnderTest server = ServerUnderTest.current();
    return openAt(this == ALPN ? server.httpsPort() : server.httpPort(), settings);
  }

  /**
   * Connects to a port of this machine.
   *
   * @param settings number, value, number, value … (RFC 9113 section 6.5.2)
   */
  public Http2Connection openAt(int port, int... settings) throws IOException {
    if (this == UPGRADE) {
      // The next request is a stream of the upgraded connection.
      Http2Connection upgraded = upgrade(port, "/it/hello", settings);
      upgraded.until(upgraded.stream(1)::ended);
      return upgraded;
    }
    Socket wire = connect(port);
    return new Http2Connection(this == ALPN ? secure(wire, "h2") : wire, wire).start(settings);
  }

  /** Upgrades with this request; its response is stream 1. */
  public static Http2Connection upgrade(int port, String target, int... settings)
      throws IOException {
    Socket wire = connect(port);
    byte[] payload = Http2Connection.settings(settings).payload();
    String request =
        RawConnection.get(
            target,
            "Connection: Upgrade, HTTP2-Settings",
            "Upgrade: h2c",
            "HTTP2-Settings: " + Base64.getUrlEncoder().withoutPadding().encodeToString(payload));
    return new Http2Connection(wire, wire).upgrade(request, settings);
  }

  /** A TCP connection to a port of this machine, with a deadline for every read. */
  public static Socket connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
    return socket;
  }

  /** TLS over a connection; the server must choose that protocol by ALPN. */
  public static SSLSocket secure(Socket wire, String protocol, String... versions)
      throws IOException {
    SSLSocket socket =
        (SSLSocket) Browser.trusting().getSocketFactory().createSocket(wire, "localhost", 0, false);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {protocol});
    if (versions.length > 0) {
      parameters.setProtocols(versions);
    }
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    if (!protocol.equals(socket.getApplicationProtocol())) {
      throw new IOException("ALPN chose '" + socket.getApplicationProtocol() + "'");
    }
    return socket;
  }
}
