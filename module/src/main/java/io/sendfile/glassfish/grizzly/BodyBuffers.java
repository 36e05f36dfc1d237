package io.sendfile.glassfish.grizzly;

import java.nio.ByteBuffer;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.ByteBufferWrapper;
import org.glassfish.grizzly.memory.MemoryManager;
import org.jspecify.annotations.Nullable;

/**
 * Buffers that carry bodies, or pieces of them, through the filters.
 *
 * @param memory of the listener
 * @param threads whether an array of the calling thread is used instead. Most writes have ended
 *     when they return, and the next one has an array that is in the processor's cache; the pool of
 *     a request thread would begin a new chunk with every few buffers, since it knows only buffers
 *     that are released in the order of a stack, and workers have none
 */
record BodyBuffers(MemoryManager<?> memory, boolean threads) {
  /** Larger arrays are not kept. */
  private static final int KEPT_BYTES = 64 << 10;

  private static final ThreadLocal<@Nullable ByteBuffer> KEPT = new ThreadLocal<>();

  /** An empty buffer for that many bytes, at least 1. */
  BodyBuffer take(int bytes) {
    if (!threads) {
      return new BodyBuffer(memory.allocate(bytes), bytes, null);
    }
    ByteBuffer array = KEPT.get();
    if (array == null || array.capacity() < bytes) {
      array = ByteBuffer.allocate(bytes);
    } else {
      KEPT.remove();
    }
    return new BodyBuffer(new ByteBufferWrapper(array.clear().limit(bytes).slice()), bytes, array);
  }

  /** One buffer: to be filled, handed to a write, and settled after it. For one thread. */
  static final class BodyBuffer {
    private final Buffer buffer;
    private final int bytes;
    private final @Nullable ByteBuffer array;

    private BodyBuffer(Buffer buffer, int bytes, @Nullable ByteBuffer array) {
      this.buffer = buffer;
      this.bytes = bytes;
      this.array = array;
    }

    /** Where the bytes are to be put, from position 0 on; the buffer itself may be larger. */
    ByteBuffer room() {
      return buffer.toByteBuffer(0, bytes);
    }

    /** The first {@code count} bytes of it, for a write; it is Grizzly's from now on. */
    Buffer filled(int count) {
      buffer.allowBufferDispose(array == null);
      return buffer.position(0).limit(count);
    }

    /** It was not handed to a write. */
    void release() {
      buffer.dispose();
      keep();
    }

    /**
     * The write has returned.
     *
     * @param done whether the kernel has all of it; else it may still be on its way, and the array
     *     is left to the collector
     * @param asItIs whether the buffer itself was written: then what has been read from it, be it
     *     by the kernel or to be encrypted, is not needed any more
     */
    void written(boolean done, boolean asItIs) {
      if (array != null && (done || (asItIs && !buffer.hasRemaining()))) {
        keep();
      }
    }

    private void keep() {
      if (array != null && array.capacity() <= KEPT_BYTES) {
        KEPT.set(array);
      }
    }
  }
}
