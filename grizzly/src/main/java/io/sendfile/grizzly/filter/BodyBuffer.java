package io.sendfile.grizzly.filter;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.Literal;
import io.sendfile.core.content.Segment;
import io.sendfile.core.files.Sink;
import io.sendfile.core.files.Source;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.ByteBufferWrapper;
import org.glassfish.grizzly.memory.MemoryManager;
import org.jspecify.annotations.Nullable;

/** One buffer: filled, passed to a write, and settled after it. For one thread. */
final class BodyBuffer {
  /** Larger arrays are not kept. */
  private static final int KEPT_BYTES = 64 << 10;

  /**
   * The unused array of each thread, in an array of one element. Not in a class of the module,
   * because the server's threads outlast an update of the module.
   */
  private static final ThreadLocal<@Nullable ByteBuffer[]> KEPT =
      ThreadLocal.withInitial(() -> new ByteBuffer[1]);

  private final Buffer buffer;
  private final int bytes;
  private final @Nullable ByteBuffer array;

  private BodyBuffer(Buffer buffer, int bytes, @Nullable ByteBuffer array) {
    this.buffer = buffer;
    this.bytes = bytes;
    this.array = array;
  }

  /** An empty buffer of that memory. */
  static BodyBuffer of(MemoryManager<?> memory, int bytes) {
    return new BodyBuffer(memory.allocate(bytes), bytes, null);
  }

  /** An empty buffer on the array of the calling thread. */
  static BodyBuffer ofThread(int bytes) {
    @Nullable ByteBuffer[] slot = KEPT.get();
    ByteBuffer array = slot[0];
    if (array == null || array.capacity() < bytes) {
      array = ByteBuffer.allocate(bytes);
    } else {
      slot[0] = null;
    }
    return new BodyBuffer(new ByteBufferWrapper(array.clear().limit(bytes).slice()), bytes, array);
  }

  /** The memory for the bytes, from position 0 on; it may be larger than the buffer. */
  ByteBuffer room() {
    return buffer.toByteBuffer(0, bytes);
  }

  /**
   * Reads a file into it from {@code position}, up to the end of the file. It is released if that
   * fails.
   *
   * @return bytes read
   */
  int read(FileChannel file, long position) throws IOException {
    boolean complete = false;
    try {
      int read = fill(file, position, room());
      complete = true;
      return read;
    } finally {
      releaseUnless(complete);
    }
  }

  /**
   * Reads a whole body of a source that {@link Source#readsAtOnce} into it. It is released if that
   * fails.
   *
   * @throws EOFException if the file is shorter than the body
   */
  void read(Source source, List<Segment> body) throws IOException {
    boolean complete = false;
    try {
      fill(source, body);
      complete = true;
    } finally {
      releaseUnless(complete);
    }
  }

  private void releaseUnless(boolean complete) {
    if (!complete) {
      release();
    }
  }

  private void fill(Source source, List<Segment> body) throws IOException {
    Sink sink = new Filled(room());
    for (Segment segment : body) {
      if (segment instanceof FileSlice slice) {
        for (long at = slice.position(); at < slice.end(); ) {
          long n = source.sendTo(sink, at, slice.end() - at);
          if (n == 0) {
            throw new EOFException("the file became shorter while it was read");
          }
          at += n;
        }
      } else if (segment instanceof Literal literal) {
        sink.send(literal.bytes().duplicate());
      }
    }
  }

  /** A buffer with room for all that is sent to it. */
  private record Filled(ByteBuffer into) implements Sink {
    @Override
    public long send(FileChannel file, long position, long count) throws IOException {
      ByteBuffer part = into.slice().limit((int) count);
      int n = fill(file, position, part);
      into.position(into.position() + n);
      return n;
    }

    @Override
    public long send(ByteBuffer bytes) {
      int n = bytes.remaining();
      into.put(bytes);
      return n;
    }
  }

  static int fill(FileChannel file, long position, ByteBuffer into) throws IOException {
    int wanted = into.remaining();
    int total = 0;
    while (total < wanted) {
      int n = file.read(into, position + total);
      if (n < 0) {
        break;
      }
      total += n;
    }
    return total;
  }

  /** The first {@code count} bytes, for a write; Grizzly owns them from now on. */
  Buffer filled(int count) {
    buffer.allowBufferDispose(array == null);
    return buffer.position(0).limit(count);
  }

  /** Returns it without a write. */
  void release() {
    buffer.dispose();
    keep();
  }

  /**
   * Settles it after a write.
   *
   * @param done whether the kernel has all of it; otherwise it may still be on its way, and the
   *     array is left to the collector
   * @param asItIs whether the buffer itself was written: then bytes that the kernel or the
   *     encryption has read from it are not needed any more
   */
  void written(boolean done, boolean asItIs) {
    if (array != null && (done || (asItIs && !buffer.hasRemaining()))) {
      keep();
    }
  }

  private void keep() {
    if (array != null && array.capacity() <= KEPT_BYTES) {
      KEPT.get()[0] = array;
    }
  }
}
