package io.sendfile.glassfish.grizzly;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of clear HTTP/2 (RFC 9113) that sends the frames it is told, several in one write, gives
 * no window back by itself, and reads only while it waits for something.
 */
final class RawHttp2Client implements Closeable {
  private static final int DEADLINE_MILLIS = 10_000;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int INITIAL_WINDOW_SIZE = 4;

  private final Socket socket;
  private final DataInputStream in;
  private final Map<Integer, ByteArrayOutputStream> bodies = new HashMap<>();
  private final Set<Integer> ended = new HashSet<>();
  private final Set<Integer> reset = new HashSet<>();
  private int pingsAnswered;
  private @Nullable Integer goAwayCode;

  RawHttp2Client(Socket connected) throws IOException {
    socket = connected;
    socket.setSoTimeout(DEADLINE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** What each connection begins with. */
  static byte[] preface(int initialWindow) {
    byte[] text = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1);
    ByteBuffer setting = ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW_SIZE);
    return join(text, frame(SETTINGS, 0, 0, setting.putInt(initialWindow).array()));
  }

  static byte[] get(int stream, String path) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    String[] all = {":method", "GET", ":scheme", "http", ":authority", "localhost", ":path", path};
    for (int i = 0; i < all.length; i += 2) {
      // Literal, never indexed into a table, without Huffman code (RFC 7541 section 6.2.2).
      fields.write(0);
      string(all[i], fields);
      string(all[i + 1], fields);
    }
    return frame(HEADERS, END_STREAM | END_HEADERS, stream, fields.toByteArray());
  }

  private static void string(String text, ByteArrayOutputStream out) {
    out.write(text.length());
    out.writeBytes(text.getBytes(ISO_8859_1));
  }

  /** Stream 0 is the connection. */
  static byte[] windowUpdate(int stream, int bytes) {
    return frame(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(bytes).array());
  }

  static byte[] ping() {
    return frame(PING, 0, 0, new byte[8]);
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.putInt(payload.length << 8 | type).put((byte) flags).putInt(stream);
    return frame.put(payload).array();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** In one write, so that the server reads them at once. */
  RawHttp2Client send(byte[]... frames) throws IOException {
    socket.getOutputStream().write(join(frames));
    return this;
  }

  /** Asks by HTTP/1.1; the answer is stream 1. The preface must follow. */
  RawHttp2Client upgrade(String path) throws IOException {
    String request =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n"
            + "Upgrade: h2c\r\nHTTP2-Settings: \r\n\r\n";
    socket.getOutputStream().write(request.getBytes(ISO_8859_1));
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    if (!head.toString().startsWith("HTTP/1.1 101 ")) {
      throw new IOException("not upgraded: " + head);
    }
    return this;
  }

  /** Reads until something is so. */
  void until(BooleanSupplier condition) throws IOException {
    while (!condition.getAsBoolean()) {
      try {
        read();
      } catch (EOFException e) {
        throw new IOException("closed by the server, GOAWAY " + goAwayCode, e);
      }
    }
  }

  private void read() throws IOException {
    int lengthAndType = in.readInt();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    byte[] payload = in.readNBytes(lengthAndType >>> 8);
    int type = lengthAndType & 0xff;
    switch (type) {
      case DATA -> bodies.computeIfAbsent(stream, id -> new ByteArrayOutputStream()).write(payload);
      case RST_STREAM -> reset.add(stream);
      case PING -> pingsAnswered++;
      case GOAWAY -> goAwayCode = ByteBuffer.wrap(payload).getInt(4);
      default -> {}
    }
    if ((type == DATA || type == HEADERS) && (flags & END_STREAM) != 0) {
      ended.add(stream);
    }
  }

  byte[] body(int stream) {
    ByteArrayOutputStream body = bodies.get(stream);
    return body == null ? new byte[0] : body.toByteArray();
  }

  boolean ended(int stream) {
    return ended.contains(stream);
  }

  boolean wasReset(int stream) {
    return reset.contains(stream);
  }

  int pingsAnswered() {
    return pingsAnswered;
  }

  /** The error code, or null if there was none. */
  @Nullable Integer goAwayCode() {
    return goAwayCode;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
