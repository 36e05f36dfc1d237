package io.sendfile.core.machine;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.Literal;
import io.sendfile.core.content.Segment;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.jspecify.annotations.Nullable;

/** The responses as a client gets them, byte by byte. */
final class EdgeClient {
  static final byte[] HEAD = new byte[20];
  static final int DATA = 0;
  static final int HEADERS = 1;
  private static final int FRAME_HEAD = 9;

  private final World world;
  private final String name;
  final boolean streams;
  private final Map<Integer, Response> responses = new HashMap<>();
  private final ByteArrayOutputStream part = new ByteArrayOutputStream();
  private @Nullable EdgeConnection connection;

  /** A response as it is expected, and how much of it has come. */
  final class Response {
    private final List<Segment> segments;
    private final VirtualFile file;
    private final int headBytes;
    private int heads;
    private long got;

    private Response(List<Segment> segments, VirtualFile file, int headBytes) {
      this.segments = segments;
      this.file = file;
      this.headBytes = headBytes;
    }

    /** Body bytes that the kernel of the server has taken. */
    long got() {
      return got;
    }

    private void take(byte next) {
      if (heads < headBytes) {
        heads++;
        if (next != 0) {
          world.breach(name + " gets a body before its header");
        }
        return;
      }
      long at = got++;
      for (Segment segment : segments) {
        if (at < segment.length()) {
          byte right =
              segment instanceof FileSlice slice
                  ? file.channel().byteAt(slice.position() + at)
                  : bytes((Literal) segment, at);
          if (next != right) {
            world.breach(name + " gets a wrong byte at " + (got - 1));
          }
          return;
        }
        at -= segment.length();
      }
      world.breach(name + " gets more bytes than its body has");
    }

    private byte bytes(Literal literal, long at) {
      ByteBuffer right = literal.bytes().duplicate();
      return right.get(right.position() + (int) at);
    }
  }

  EdgeClient(World world, String name, boolean streams) {
    this.world = world;
    this.name = name;
    this.streams = streams;
  }

  void of(EdgeConnection made) {
    connection = made;
  }

  /** The response that comes next, or by that stream. */
  Response expect(int stream, List<Segment> segments, VirtualFile file) {
    Response response = new Response(new ArrayList<>(segments), file, streams ? 0 : HEAD.length);
    responses.put(stream, response);
    return response;
  }

  /** Bytes that the kernel has taken. */
  void take(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (streams) {
        part.write(next);
        takeFrame();
      } else {
        Response response = responses.get(0);
        if (response == null) {
          world.breach(name + " gets bytes that it has not asked for");
          return;
        }
        response.take(next);
      }
    }
  }

  private void takeFrame() {
    if (part.size() < FRAME_HEAD) {
      return;
    }
    ByteBuffer frame = ByteBuffer.wrap(part.toByteArray());
    int length = frame.getInt(0) >>> 8;
    if (part.size() < FRAME_HEAD + length) {
      return;
    }
    part.reset();
    int id = frame.getInt(5);
    Response response = responses.get(id);
    if (frame.get(3) != DATA || response == null) {
      return;
    }
    frame.position(FRAME_HEAD);
    while (frame.hasRemaining()) {
      response.take(frame.get());
    }
    EdgeConnection mine = connection;
    if (mine != null) {
      world.at(
          world.now() + world.between(1, 200 * World.MILLI),
          World.Lane.POLLER,
          () -> {
            mine.open(length);
            EdgeStream stream = mine.stream(id);
            if (stream != null) {
              stream.read(length);
            }
          });
    }
  }

  /** A frame of HTTP/2. */
  static Buffer frame(int type, int stream, ByteBuffer payload) {
    int length = payload.remaining();
    ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD + length);
    frame.putInt(length << 8 | type).put((byte) 0).putInt(stream).put(payload).flip();
    return Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, frame);
  }

  @Override
  public String toString() {
    return name;
  }
}
