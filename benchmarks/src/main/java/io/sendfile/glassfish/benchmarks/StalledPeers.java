package io.sendfile.glassfish.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Clients that requested a file, have the beginning of the response, and read no more. */
final class StalledPeers implements AutoCloseable {
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int BEGINNING = 1024;

  private final List<Socket> sockets = new ArrayList<>();
  private final StalledWire wire;
  private final int port;
  private final int receiveBuffer;
  private final SSLSocketFactory tls = TrustsAll.context().getSocketFactory();

  private StalledPeers(StalledWire wire, int port, int receiveBuffer) {
    this.wire = wire;
    this.port = port;
    this.receiveBuffer = receiveBuffer;
  }

  /**
   * Gathers clients; all have the beginning of their responses when this returns.
   *
   * @param receiveBuffer of each client's socket, bytes; the kernel doubles it
   */
  static StalledPeers gather(
      StalledWire wire, int port, String target, int clients, int receiveBuffer) {
    StalledPeers peers = new StalledPeers(wire, port, receiveBuffer);
    try {
      for (int there = 0; there < clients; there += Math.max(1, wire.streams())) {
        peers.connect(target, Math.min(wire.streams(), clients - there));
      }
      return peers;
    } catch (IOException e) {
      peers.close();
      throw new UncheckedIOException(e);
    }
  }

  private void connect(String target, int streams) throws IOException {
    Socket plain = new Socket();
    sockets.add(plain);
    plain.setReceiveBufferSize(receiveBuffer);
    plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
    plain.setSoTimeout(TIMEOUT_MILLIS);
    Socket socket = wire.tls() ? secured(plain) : plain;
    if (wire.streams() == 0) {
      socket.getOutputStream().write(request(target));
      byte[] answer = socket.getInputStream().readNBytes(wire.idle() ? 15 : BEGINNING);
      if (!new String(answer, US_ASCII).startsWith("HTTP/1.1 200")) {
        throw new IOException("no 200 but " + new String(answer, US_ASCII));
      }
    } else {
      askByStreams(socket, target, streams);
    }
  }

  private Socket secured(Socket plain) throws IOException {
    SSLSocket socket = (SSLSocket) tls.createSocket(plain, "localhost", port, true);
    SSLParameters parameters = socket.getSSLParameters();
    if (wire.streams() > 0) {
      parameters.setApplicationProtocols(new String[] {"h2"});
    }
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private static byte[] request(String target) {
    return ("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII);
  }

  /** With the default windows of RFC 9113, which are never opened. */
  private void askByStreams(Socket socket, String target, int streams) throws IOException {
    ByteArrayOutputStream asked = new ByteArrayOutputStream();
    asked.writeBytes(PREFACE);
    asked.writeBytes(frame(SETTINGS, 0, 0, new byte[0]));
    byte[] head = head(target);
    for (int i = 0; i < streams; i++) {
      asked.writeBytes(frame(HEADERS, 5, 1 + 2 * i, head));
    }
    OutputStream out = socket.getOutputStream();
    out.write(asked.toByteArray());
    DataInputStream in = new DataInputStream(socket.getInputStream());
    for (int answered = 0; answered < streams; ) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      in.readInt();
      in.readNBytes(length);
      answered += type == HEADERS ? 1 : 0;
      if (type == SETTINGS && flags == 0) {
        out.write(frame(SETTINGS, 1, 0, new byte[0]));
      }
    }
  }

  private static byte[] head(String target) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    field(head, ":method", "GET");
    field(head, ":scheme", "https");
    field(head, ":path", target);
    field(head, ":authority", "localhost");
    return head.toByteArray();
  }

  /** RFC 7541 section 6.2.2, without Huffman coding; texts shorter than 127 bytes. */
  private static void field(ByteArrayOutputStream head, String name, String value) {
    head.write(0);
    for (String text : List.of(name, value)) {
      head.write(text.length());
      head.writeBytes(text.getBytes(US_ASCII));
    }
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** Closes all connections. */
  @Override
  public void close() {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
