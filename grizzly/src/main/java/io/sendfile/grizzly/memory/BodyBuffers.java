package io.sendfile.grizzly.memory;

import java.nio.ByteBuffer;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.ByteBufferWrapper;
import org.glassfish.grizzly.memory.MemoryManager;
import org.jspecify.annotations.Nullable;

/**
 * Buffers that carry bodies, or pieces of them, through the filters.
 *
 * @param memory of the listener
 * @param threads whether to use an array of the calling thread instead. Most writes are complete
 *     when they return, and the next one reuses an array that is in the processor's cache. The pool
 *     of a request thread would start a new chunk every few buffers, since it takes back only
 *     buffers that are released in reverse order, and workers have no pool
 */
public record BodyBuffers(MemoryManager<?> memory, boolean threads) {
  /** Larger arrays are not kept. */
  private static final int KEPT_BYTES = 64 << 10;

  /**
   * The unused array of each thread, in an array of one element. Not in a class of the module,
   * because the server's threads outlast an update of the module.
   */
  private static final ThreadLocal<@Nullable ByteBuffer[]> KEPT =
      ThreadLocal.withInitial(() -> new ByteBuffer[1]);

  /** An empty buffer for that many bytes, at least 1. */
  public BodyBuffer take(int bytes) {
    if (!threads) {
      return new BodyBuffer(memory.allocate(bytes), bytes, null);
    }
    @Nullable ByteBuffer[] slot = KEPT.get();
    ByteBuffer array = slot[0];
    if (array == null || array.capacity() < bytes) {
      array = ByteBuffer.allocate(bytes);
    } else {
      slot[0] = null;
    }
    return new BodyBuffer(new ByteBufferWrapper(array.clear().limit(bytes).slice()), bytes, array);
  }

  /** One buffer: filled, passed to a write, and settled after it. For one thread. */
  public static final class BodyBuffer {
    private final Buffer buffer;
    private final int bytes;
    private final @Nullable ByteBuffer array;

    private BodyBuffer(Buffer buffer, int bytes, @Nullable ByteBuffer array) {
      this.buffer = buffer;
      this.bytes = bytes;
      this.array = array;
    }

    /** The memory for the bytes, from position 0 on; it may be larger than the buffer. */
    public ByteBuffer room() {
      return buffer.toByteBuffer(0, bytes);
    }

    /** The first {@code count} bytes, for a write; Grizzly owns them from now on. */
    public Buffer filled(int count) {
      buffer.allowBufferDispose(array == null);
      return buffer.position(0).limit(count);
    }

    /** Returns it without a write. */
    public void release() {
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
    public void written(boolean done, boolean asItIs) {
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
}
