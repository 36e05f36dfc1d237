package io.sendfile.glassfish.it.harness;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An HTTP/1.1 client with control over every byte: it can send half a request or three at once,
 * stop reading, or vanish with a reset. No read waits longer than the socket's timeout.
 */
public final class RawConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final int BLOCK = 1 << 18;

  private final Socket socket;
  private final InputStream in;

  private RawConnection(Socket socket, int readAhead) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), readAhead);
  }

  /** Connects to a port of this machine. */
  public static RawConnection to(int port) throws IOException {
    return connect(port, 0, BLOCK / 4);
  }

  /** Speaks HTTP/1.1 over an existing connection, for instance over TLS. */
  public static RawConnection over(Socket socket) throws IOException {
    return new RawConnection(socket, BLOCK / 4);
  }

  /** Connects with a receive buffer of that many bytes, so that the server soon has to wait. */
  public static RawConnection withSmallBuffer(int port, int receiveBuffer) throws IOException {
    return connect(port, receiveBuffer, 512);
  }

  private static RawConnection connect(int port, int receiveBuffer, int readAhead)
      throws IOException {
    Socket socket = new Socket();
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
    return new RawConnection(socket, readAhead);
  }

  /** A GET request, as text. */
  public static String get(String target, String... headers) {
    return request("GET", target, headers);
  }

  /** A request without a body, as text. */
  public static String request(String method, String target, String... headers) {
    StringBuilder text =
        new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("\r\n").toString();
  }

  /** Sends exactly this text, in one write. */
  public RawConnection send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** GET and the whole response. */
  public Answer ask(String target, String... headers) throws IOException {
    return send(get(target, headers)).answer("GET");
  }

  /** Reads the next response to its end. */
  public Answer answer(String method) throws IOException {
    Head head = head();
    return method.equals("HEAD")
        ? new BodyWatcher().answer(head.status(), head.headers())
        : answerBody(head);
  }

  /** Reads the body that follows a header section, to check the whole. */
  public Answer answerBody(Head head) throws IOException {
    BodyWatcher body = new BodyWatcher();
    body(head, body);
    return body.answer(head.status(), head.headers());
  }

  /** A response's header section. */
  public record Head(int status, List<Answer.Header> headers) {
    String value(String name) {
      return headers.stream()
          .filter(header -> header.name().equalsIgnoreCase(name))
          .map(Answer.Header::value)
          .findFirst()
          .orElse("");
    }
  }

  /** Reads a header section only. */
  public Head head() throws IOException {
    String first = line();
    String[] parts = first.split(" ", 3);
    if (!first.startsWith("HTTP/1.")) {
      throw new IOException("not a status line: " + first);
    }
    List<Answer.Header> headers = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.add(new Answer.Header(line.substring(0, colon), line.substring(colon + 1).trim()));
    }
    return new Head(Integer.parseInt(parts[1]), headers);
  }

  /** Reads the body that follows a header section. */
  public void body(Head head, OutputStream body) throws IOException {
    if (head.status() < 200 || head.status() == 204 || head.status() == 304) {
      return;
    }
    if (head.value("Transfer-Encoding").equalsIgnoreCase("chunked")) {
      chunks(body);
    } else if (!head.value("Content-Length").isEmpty()) {
      bytes(Long.parseLong(head.value("Content-Length")), body);
    } else {
      in.transferTo(body);
    }
  }

  private void chunks(OutputStream body) throws IOException {
    long size = Long.parseLong(line().split(";")[0].trim(), 16);
    while (size > 0) {
      bytes(size, body);
      line();
      size = Long.parseLong(line().split(";")[0].trim(), 16);
    }
    while (!line().isEmpty()) {
      // trailers
    }
  }

  /** Reads exactly that many bytes. */
  public void bytes(long count, OutputStream body) throws IOException {
    byte[] block = new byte[(int) Math.min(BLOCK, Math.max(1, count))];
    for (long left = count; left > 0; ) {
      int n = in.read(block, 0, (int) Math.min(block.length, left));
      if (n < 0) {
        throw new EOFException(left + " of " + count + " bytes of the body are missing");
      }
      body.write(block, 0, n);
      left -= n;
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("closed after: " + line.toString(StandardCharsets.ISO_8859_1));
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Whether the server has closed the connection without further bytes. */
  public boolean atEnd() throws IOException {
    return in.read() < 0;
  }

  /** Vanishes: the server gets a reset. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
