package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients that request something over TLS and then read nothing, until released. */
public final class StalledCrowd implements AutoCloseable {
  private static final int RECEIVE_BYTES = 4096;
  private static final int WINDOW = 1 << 30;
  private static final int DEADLINE_MILLIS = 60_000;

  private final int port;
  private final String target;
  private final int addresses;
  private final List<Socket> wires = new ArrayList<>();

  /** Kept, because a collected socket is closed, which the server would notice. */
  private final List<Socket> secured = new ArrayList<>();

  /**
   * A crowd at a TLS listener of this machine.
   *
   * @param addresses of the clients in turn, 127.0.0.2 and on; 1 to 250
   */
  public StalledCrowd(int port, String target, int addresses) {
    this.port = port;
    this.target = target;
    this.addresses = addresses;
  }

  /** Clients of HTTP/1.1, each with one request. */
  public StalledCrowd join(int clients) throws IOException {
    byte[] get = RawConnection.get(target).getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < clients; i++) {
      secure(wire(), "http/1.1").getOutputStream().write(get);
    }
    return this;
  }

  /** Clients of HTTP/1.1 that request nothing. */
  public StalledCrowd joinIdle(int clients) throws IOException {
    for (int i = 0; i < clients; i++) {
      secure(wire(), "http/1.1");
    }
    return this;
  }

  /** An HTTP/2 connection that opens its window once and has that many streams. */
  public StalledCrowd joinWithStreams(int streams) throws IOException {
    Socket wire = wire();
    Http2Connection connection =
        new Http2Connection(secure(wire, "h2"), wire)
            .start(Http2Connection.INITIAL_WINDOW_SIZE, WINDOW);
    connection.windowUpdate(0, WINDOW);
    for (int i = 0; i < streams; i++) {
      connection.get(target);
    }
    return this;
  }

  private Socket secure(Socket wire, String protocol) throws IOException {
    Socket socket = Http2Way.secure(wire, protocol);
    secured.add(socket);
    return socket;
  }

  private Socket wire() throws IOException {
    Socket wire = new Socket();
    byte[] from = {127, 0, 0, (byte) (2 + wires.size() % addresses)};
    wires.add(wire);
    wire.bind(new InetSocketAddress(InetAddress.getByAddress(from), 0));
    wire.setReceiveBufferSize(RECEIVE_BYTES);
    wire.setTcpNoDelay(true);
    wire.setSoTimeout(DEADLINE_MILLIS);
    wire.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), DEADLINE_MILLIS);
    return wire;
  }

  /** All clients leave at once, without a word. */
  @Override
  public void close() throws IOException {
    for (Socket wire : wires) {
      wire.setSoLinger(true, 0);
      wire.close();
    }
  }
}
