package io.sendfile.glassfish.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** A connection of HTTP/1.1 for one request, whose body is read as its owner likes. */
final class SoakWire implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final SSLSocketFactory TLS = TrustsAll.context().getSocketFactory();

  private final Socket socket;
  private final InputStream in;
  private final byte[] chunk = new byte[1 << 14];
  private long left;

  private SoakWire(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * A connection in clear.
   *
   * @param receiveBuffer bytes; 0 leaves it to the kernel
   */
  static SoakWire clear(int port, int receiveBuffer) throws IOException {
    return new SoakWire(connected(port, receiveBuffer));
  }

  /** A connection by TLS, with a session of its own. */
  static SoakWire tls(int port) throws IOException {
    return new SoakWire(TLS.createSocket(connected(port, 0), "localhost", port, true));
  }

  private static Socket connected(int port, int receiveBuffer) throws IOException {
    Socket socket = new Socket();
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), TIMEOUT_MILLIS);
    return socket;
  }

  /** Asks, with a {@code Range} unless that is empty, and returns the status of the answer. */
  int ask(String target, String range) throws IOException {
    String field = range.isEmpty() ? "" : "Range: bytes=" + range + "\r\n";
    String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n";
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    String head = head();
    left = length(head);
    return Integer.parseInt(head.substring(9, 12));
  }

  private String head() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int ends = 0; ends < 4; ) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("The connection ended before a response");
      }
      ends = next == (ends % 2 == 0 ? '\r' : '\n') ? ends + 1 : 0;
      head.write(next);
    }
    return head.toString(US_ASCII);
  }

  private static long length(String head) throws IOException {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
        .findFirst()
        .map(line -> Long.parseLong(line.substring(15).strip()))
        .orElseThrow(() -> new IOException("An answer has no Content-Length: " + head));
  }

  /** Bytes of the body that are still to come. */
  long left() {
    return left;
  }

  /** Reads some of the body; throws if it ends too soon. */
  void read(long bytes) throws IOException {
    for (long wanted = Math.min(bytes, left); wanted > 0; ) {
      int n = in.read(chunk, 0, (int) Math.min(wanted, chunk.length));
      if (n < 0) {
        throw new EOFException("A body ended " + left + " bytes too soon");
      }
      wanted -= n;
      left -= n;
    }
  }

  /** Has new keys made for a connection by TLS 1.3. */
  void renewKeys() throws IOException {
    ((SSLSocket) socket).startHandshake();
  }

  /** Ends the connection by a reset, as a browser does that is told to stop. */
  void abort() throws IOException {
    socket.setSoLinger(true, 0);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
