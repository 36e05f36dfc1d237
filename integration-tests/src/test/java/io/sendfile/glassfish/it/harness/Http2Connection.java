package io.sendfile.glassfish.it.harness;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 client with control over every frame (RFC 9113): it can withhold window, reset streams
 * in any state, refer to streams that are long closed, or vanish. It reads only while it waits for
 * something. Not thread-safe; no read waits longer than the socket's timeout.
 */
public final class Http2Connection implements AutoCloseable {
  /** Setting: bytes of a stream that the server may send at first. */
  public static final int INITIAL_WINDOW_SIZE = 4;

  /** Setting: payload of a frame that the client takes. */
  public static final int MAX_FRAME_SIZE = 5;

  /** The default window. */
  public static final int DEFAULT_WINDOW = 65_535;

  /** Error code. */
  public static final int NO_ERROR = 0;

  /** Error code. */
  public static final int INTERNAL_ERROR = 2;

  /** Error code. */
  public static final int CANCEL = 8;

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int BLOCK = 1 << 16;

  private final Socket socket;
  private final Socket wire;
  private final DataInputStream in;
  private final OutputStream out;
  private final Http2Headers headers = new Http2Headers();
  private final Map<Integer, Http2Stream> streams = new TreeMap<>();
  private int nextStream = 1;
  private int pings;
  private int pingsAnswered;
  private boolean givesBack = true;
  private @Nullable Http2Frame goAway;
  private @Nullable Http2Frame serverSettings;
  private boolean atEnd;

  /**
   * @param socket carries the bytes
   * @param wire the TCP connection below
   */
  Http2Connection(Socket socket, Socket wire) throws IOException {
    this.socket = socket;
    this.wire = wire;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BLOCK));
    this.out = socket.getOutputStream();
  }

  /** Speaks HTTP/2 over a TLS connection that has negotiated it. */
  public static Http2Connection over(Socket socket, Socket wire) throws IOException {
    return new Http2Connection(socket, wire).start();
  }

  static Http2Frame settings(int... pairs) {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    for (int i = 0; i < pairs.length; i += 2) {
      payload.write(pairs[i] >>> 8);
      payload.write(pairs[i]);
      payload.writeBytes(Http2Frame.of(0, 0, pairs[i + 1]).payload());
    }
    return new Http2Frame(Http2Frame.SETTINGS, 0, 0, payload.toByteArray());
  }

  Http2Connection start(int... settings) throws IOException {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(PREFACE.getBytes(StandardCharsets.US_ASCII));
    settings(settings).write(both);
    out.write(both.toByteArray());
    return this;
  }

  Http2Connection upgrade(String request, int... settings) throws IOException {
    out.write(request.getBytes(StandardCharsets.ISO_8859_1));
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    if (!head.toString().startsWith("HTTP/1.1 101 ")) {
      throw new IOException("not upgraded: " + head);
    }
    streams.put(nextStream, new Http2Stream(nextStream));
    nextStream += 2;
    return start(settings);
  }

  /** GET on a new stream. */
  public Http2Stream get(String target, String... fields) throws IOException {
    return request("GET", target, fields);
  }

  /**
   * A request without a body on a new stream.
   *
   * @param fields names, in lower case, and values
   */
  public Http2Stream request(String method, String target, String... fields) throws IOException {
    List<String> all = new ArrayList<>();
    all.addAll(List.of(":method", method, ":scheme", socket == wire ? "http" : "https"));
    all.addAll(List.of(":authority", "localhost", ":path", target));
    all.addAll(List.of(fields));
    Http2Stream stream = new Http2Stream(nextStream);
    streams.put(nextStream, stream);
    nextStream += 2;
    int flags = Http2Frame.END_HEADERS | Http2Frame.END_STREAM;
    send(new Http2Frame(Http2Frame.HEADERS, flags, stream.id(), Http2Headers.encode(all)));
    return stream;
  }

  /** GET and the whole response. */
  public Answer ask(String target, String... fields) throws IOException {
    return finish(get(target, fields));
  }

  /** Reads to the end of the stream; it must not be reset. */
  public Answer finish(Http2Stream stream) throws IOException {
    until(stream::ended);
    if (!stream.complete()) {
      throw new IOException(stream.toString());
    }
    return stream.answer();
  }

  /** A stream by its number. */
  public Http2Stream stream(int id) {
    return streams.get(id);
  }

  /** Sends any frame. */
  public void send(Http2Frame frame) throws IOException {
    frame.write(out);
  }

  /** Grants window to the server; stream 0 is the connection. */
  public void windowUpdate(int stream, int bytes) throws IOException {
    send(Http2Frame.of(Http2Frame.WINDOW_UPDATE, stream, bytes));
  }

  /** Resets a stream, in any state. */
  public void reset(Http2Stream stream, int code) throws IOException {
    send(Http2Frame.of(Http2Frame.RST_STREAM, stream.id(), code));
  }

  /** Changes the priority of a stream. */
  public void prioritize(Http2Stream stream, String field) throws IOException {
    send(Http2Frame.priority(stream.id(), field));
  }

  /** Changes settings. */
  public void change(int... settings) throws IOException {
    send(settings(settings));
  }

  /** Announces that no stream of the server will be accepted; RFC 9113 section 6.8. */
  public void goAway() throws IOException {
    send(Http2Frame.of(Http2Frame.GOAWAY, 0, 0, NO_ERROR));
  }

  /** Stops returning window of the connection by itself. */
  public Http2Connection withhold() {
    givesBack = false;
    return this;
  }

  /** Returns window of the connection, and from now on all. */
  public void giveBack(int bytes) throws IOException {
    givesBack = true;
    windowUpdate(0, bytes);
  }

  /** Reads everything the server has sent up to the answer to a PING. */
  public void sync() throws IOException {
    send(Http2Frame.of(Http2Frame.PING, 0, 0, ++pings));
    int awaited = pings;
    until(() -> pingsAnswered >= awaited);
  }

  /** Reads until the condition holds. */
  public void until(BooleanSupplier condition) throws IOException {
    while (!condition.getAsBoolean()) {
      if (!pump()) {
        throw new EOFException("the server closed the connection; " + this);
      }
    }
  }

  /** Reads to the end of the connection. */
  public void untilClosed() throws IOException {
    while (pump()) {
      // Each frame is recorded with its stream.
    }
  }

  private boolean pump() throws IOException {
    Http2Frame frame;
    try {
      frame = Http2Frame.read(in);
    } catch (EOFException | SocketException e) {
      atEnd = true;
      return false;
    }
    take(frame);
    return true;
  }

  private void take(Http2Frame frame) throws IOException {
    Http2Stream stream = streams.get(frame.stream());
    switch (frame.type()) {
      case Http2Frame.DATA -> data(stream, frame);
      case Http2Frame.HEADERS -> stream.headers(section(frame), frame.has(Http2Frame.END_STREAM));
      case Http2Frame.RST_STREAM -> stream.reset(frame.number(0));
      case Http2Frame.GOAWAY -> goAway = frame;
      case Http2Frame.PING -> pingsAnswered = frame.number(1);
      case Http2Frame.SETTINGS -> {
        if (!frame.has(Http2Frame.ACK)) {
          serverSettings = frame;
          send(new Http2Frame(Http2Frame.SETTINGS, Http2Frame.ACK, 0, new byte[0]));
        }
      }
      default -> {}
    }
  }

  private void data(Http2Stream stream, Http2Frame frame) throws IOException {
    boolean last = frame.has(Http2Frame.END_STREAM);
    stream.data(frame.payload(), last);
    int bytes = frame.payload().length;
    if (bytes > 0 && givesBack) {
      windowUpdate(0, bytes);
    }
    if (bytes > 0 && stream.givesBack() && !last) {
      windowUpdate(stream.id(), bytes);
    }
  }

  private List<Answer.Header> section(Http2Frame first) throws IOException {
    ByteArrayOutputStream section = new ByteArrayOutputStream();
    section.writeBytes(first.payload());
    for (Http2Frame next = first; !next.has(Http2Frame.END_HEADERS); ) {
      next = Http2Frame.read(in);
      section.writeBytes(next.payload());
    }
    return headers.decode(section.toByteArray());
  }

  /** The error code of the server's GOAWAY, or null if there was none. */
  public @Nullable Integer goAwayCode() {
    return goAway == null ? null : Integer.valueOf(goAway.number(1));
  }

  /** A setting of the server; null if it has sent none of that number. */
  public @Nullable Integer serverSetting(int number) {
    return serverSettings == null ? null : serverSettings.setting(number);
  }

  /** Vanishes: the server gets a TCP reset, and over TLS no close_notify. */
  public void abort() throws IOException {
    wire.setSoLinger(true, 0);
    wire.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    wire.close();
  }

  @Override
  public String toString() {
    return (atEnd ? "closed" : "open") + ", GOAWAY " + goAwayCode() + ", " + streams.values();
  }
}
