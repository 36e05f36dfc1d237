package io.sendfile.grizzly.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Frames of one connection, broken ones between good ones, generated from chance alone and
 * independent of the server's answers. Fields go through the dynamic table of HPACK (RFC 7541), so
 * a server that loses track of it is found out.
 */
final class Http2Fuzz {
  /**
   * Frames of one write.
   *
   * @param stream of a good request; 0 for broken frames
   * @param name path of a good request, or the fault
   */
  record Step(byte[] frames, int stream, String name) {}

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int PRIORITY = 2;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int CONTINUATION = 9;
  private static final int UNKNOWN = 42;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int WHOLE = END_STREAM | END_HEADERS;
  private static final int FIRST_DYNAMIC = 62;
  private static final int MOST_INDEXED = 60;

  private final SplittableRandom random;
  private final List<String> paths;
  private int stream = -1;
  private int indexed;

  private Http2Fuzz(SplittableRandom random, List<String> paths) {
    this.random = random;
    this.paths = paths;
  }

  /** Runs so many steps, with a good one after each broken one. */
  static List<Step> steps(SplittableRandom random, int number, List<String> paths) {
    Http2Fuzz fuzz = new Http2Fuzz(random, paths);
    List<Step> steps = new ArrayList<>(List.of(fuzz.good(), fuzz.good()));
    while (steps.size() < number) {
      steps.add(fuzz.broken());
      steps.add(fuzz.good());
    }
    return steps;
  }

  private Step good() {
    stream += 2;
    String path = paths.get(random.nextInt(paths.size()));
    return new Step(frame(HEADERS, WHOLE, stream, block(path)), stream, path);
  }

  private byte[] block() {
    return block(paths.get(0));
  }

  private byte[] block(String path) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    literal(fields, ":method", "GET", ":scheme", "http", ":authority", "localhost", ":path", path);
    index(fields);
    return fields.toByteArray();
  }

  /** A field that enters the dynamic table, or one already there. */
  private void index(ByteArrayOutputStream fields) {
    if (indexed < MOST_INDEXED && (indexed == 0 || random.nextBoolean())) {
      fields.write(0x40);
      string("x-" + random.nextInt(1000), fields);
      string("v", fields);
      indexed++;
    } else {
      fields.write(0x80 | FIRST_DYNAMIC + random.nextInt(indexed));
    }
  }

  private static void literal(ByteArrayOutputStream fields, String... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.write(0);
      string(namesAndValues[i], fields);
      string(namesAndValues[i + 1], fields);
    }
  }

  private static void string(String text, ByteArrayOutputStream out) {
    out.write(text.length());
    out.writeBytes(text.getBytes(ISO_8859_1));
  }

  private Step broken() {
    int some = 1 + 2 * random.nextInt((stream + 1) / 2);
    int idle = stream + 2 * random.nextInt(1, 50);
    return switch (random.nextInt(20)) {
      case 0 -> step("DATA on a stream that has ended", DATA, END_STREAM, some, bytes(10));
      case 1 -> step("DATA on an idle stream", DATA, 0, idle, bytes(10));
      case 2 -> step("HEADERS on a stream that has ended", HEADERS, END_HEADERS, some, block());
      case 3 -> step("the last HEADERS on one", HEADERS, WHOLE, some, block());
      case 4 -> request("a name in upper case", "X-Bad", "v");
      case 5 -> request("a field of a connection", "connection", "close");
      case 6 -> request("a pseudo field at the end", ":path", "/");
      case 7 -> request("a control character", "x-bad", "value-" + '\1');
      case 8 -> request("no number for a length", "content-length", "many");
      case 9 -> request("an empty name", "", "v");
      case 10 -> step("an index beyond the table", HEADERS, WHOLE, stream += 2, new byte[] {-2});
      case 11 -> step("half a block", HEADERS, WHOLE, stream += 2, half(block()));
      case 12 -> step("PRIORITY on itself", PRIORITY, 0, some, number(some, 5));
      case 13 -> step("PRIORITY of a wrong length", PRIORITY, 0, some, bytes(4));
      case 14 -> step("RST_STREAM", RST_STREAM, 0, random.nextBoolean() ? some : idle, bytes(4));
      case 15 -> step("SETTINGS", SETTINGS, random.nextInt(2), 0, bytes(random.nextInt(13)));
      case 16 -> step("PING of a wrong length", PING, 0, 0, bytes(random.nextInt(8)));
      case 17 -> step("CONTINUATION of nothing", CONTINUATION, END_HEADERS, some, bytes(5));
      case 18 -> step("an unknown frame", UNKNOWN, random.nextInt(256), some, bytes(20));
      default -> step("a frame of chance", chance(), random.nextInt(256), some, bytes(20));
    };
  }

  /** A frame type; the other types end the connection, or the module repairs them. */
  private int chance() {
    return List.of(DATA, HEADERS, PRIORITY, RST_STREAM, CONTINUATION).get(random.nextInt(5));
  }

  /** A good request but for its last fields; one of them is in the dynamic table. */
  private Step request(String what, String name, String value) {
    stream += 2;
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    fields.writeBytes(block());
    literal(fields, name, value);
    index(fields);
    return step(what, HEADERS, WHOLE, stream, fields.toByteArray());
  }

  private static Step step(String what, int type, int flags, int id, byte[] payload) {
    return new Step(frame(type, flags, id, payload), 0, what + " (stream " + id + ")");
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] number(int number, int length) {
    return ByteBuffer.allocate(length).putInt(number).array();
  }

  private static byte[] half(byte[] whole) {
    return Arrays.copyOf(whole, whole.length / 2);
  }

  private static byte[] frame(int type, int flags, int id, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    return frame
        .putInt(payload.length << 8 | type)
        .put((byte) flags)
        .putInt(id)
        .put(payload)
        .array();
  }
}
