package io.sendfile.glassfish.grizzly;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A plain HTTP/1.1 client that sends what it is told and hides nothing of the answer. */
final class RawClient implements Closeable {
  private static final int DEADLINE_MILLIS = 10_000;

  /** One answer. */
  record Reply(int status, Map<String, List<String>> headers, byte[] body) {
    String header(String name) {
      return String.join(", ", headers.getOrDefault(name, List.of()));
    }

    String text() {
      return new String(body, ISO_8859_1);
    }
  }

  /** An answer whose body is not read yet. */
  record Head(int status, Map<String, List<String>> headers) {
    long contentLength() {
      return Long.parseLong(headers.getOrDefault("Content-Length", List.of("-1")).get(0));
    }
  }

  private final Socket socket;
  private final InputStream in;

  RawClient(Socket connected) throws IOException {
    this.socket = connected;
    socket.setSoTimeout(DEADLINE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  RawClient sendGet(String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n");
  }

  Reply get(String path) throws IOException {
    return sendGet(path).read();
  }

  Reply head(String path) throws IOException {
    return send("HEAD " + path + " HTTP/1.1\r\nHost: test\r\n\r\n").read("HEAD");
  }

  Reply read() throws IOException {
    return read("GET");
  }

  /** The answer to a request of that method. */
  Reply read(String method) throws IOException {
    Head head = readHead();
    boolean bodiless = method.equals("HEAD") || head.status() == 204 || head.status() == 304;
    return new Reply(head.status(), head.headers(), bodiless ? new byte[0] : readBody(head));
  }

  Head readHead() throws IOException {
    String statusLine = readLine();
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      headers
          .computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    return new Head(Integer.parseInt(statusLine.split(" ")[1]), headers);
  }

  private byte[] readBody(Head head) throws IOException {
    if (head.headers().containsKey("Transfer-Encoding")) {
      return readChunks();
    }
    return head.contentLength() < 0 ? in.readAllBytes() : readExactly(head.contentLength());
  }

  private byte[] readChunks() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(readLine(), 16);
      all.write(readExactly(size));
      readLine();
      if (size == 0) {
        return all.toByteArray();
      }
    }
  }

  private byte[] readExactly(long length) throws IOException {
    byte[] body = in.readNBytes((int) length);
    if (body.length < length) {
      throw new EOFException("got " + body.length + " of " + length + " bytes");
    }
    return body;
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("connection closed after '" + line + "'");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** Reads until the server closes or resets the connection; bytes read. */
  long drain() {
    long total = 0;
    byte[] buffer = new byte[64 * 1024];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        total += n;
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection stays open", e);
    } catch (IOException e) {
      // A reset is an end, too.
      return total;
    }
    return total;
  }

  /** Closes with a reset, as a killed client does. */
  void abort() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
