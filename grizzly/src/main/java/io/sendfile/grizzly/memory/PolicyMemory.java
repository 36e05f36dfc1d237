package io.sendfile.grizzly.memory;

import io.sendfile.spi.BufferPolicy;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.ByteBufferWrapper;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.memory.MemoryProbe;
import org.glassfish.grizzly.memory.WrapperAware;
import org.glassfish.grizzly.monitoring.DefaultMonitoringConfig;
import org.glassfish.grizzly.monitoring.MonitoringConfig;
import org.jspecify.annotations.Nullable;

/**
 * A listener's memory manager: serves reads, the output of servlets, TLS, HTTP/2 and the module's
 * own buffers from a policy that may change while connections are open. Takes back buffers of any
 * origin, since buffers of the previous manager are still in use. Thread-safe.
 */
public final class PolicyMemory implements MemoryManager<Buffer>, WrapperAware {
  private final MemoryManager<?> original;
  private final MonitoringConfig<MemoryProbe> monitoring =
      new DefaultMonitoringConfig<>(MemoryProbe.class);
  private volatile @Nullable BufferPolicy policy;

  /**
   * @param original serves while there is no policy
   */
  PolicyMemory(MemoryManager<?> original) {
    this.original = original;
  }

  /** Sets the policy of new buffers; null: the server's own. */
  public void policy(@Nullable BufferPolicy next) {
    policy = next;
  }

  /** Whether buffers come from a policy now. */
  public boolean serves() {
    return policy != null;
  }

  @Override
  public Buffer allocate(int size) {
    BufferPolicy current = policy;
    if (current == null) {
      return original.allocate(size);
    }
    if (size == 0) {
      return Buffers.EMPTY_BUFFER;
    }
    Buffer leased = new LeasedBuffer(current.take(size));
    // Grizzly forbids the disposal of decrypted data and of HTTP/2 frame headers, and leaves them
    // to the collector, though they are unused where it tries to dispose of them.
    leased.allowBufferDispose(true);
    return leased;
  }

  @Override
  public Buffer allocateAtLeast(int size) {
    return policy == null ? original.allocateAtLeast(size) : allocate(size);
  }

  /** Keeps position and content; the limit becomes the new size. */
  @Override
  public Buffer reallocate(Buffer old, int newSize) {
    if (old.capacity() >= newSize) {
      return old.limit(newSize);
    }
    Buffer larger = allocate(newSize);
    int position = old.position();
    old.position(0).limit(old.capacity());
    // Grizzly fills the source buffer up to its limit.
    larger.limit(old.capacity()).put(old).limit(newSize).position(position);
    old.tryDispose();
    return larger;
  }

  @Override
  public void release(Buffer buffer) {
    buffer.tryDispose();
  }

  @Override
  public boolean willAllocateDirect(int size) {
    BufferPolicy current = policy;
    return current == null ? original.willAllocateDirect(size) : current.direct();
  }

  @Override
  public Buffer wrap(byte[] data) {
    return wrap(ByteBuffer.wrap(data));
  }

  @Override
  public Buffer wrap(byte[] data, int offset, int length) {
    return wrap(ByteBuffer.wrap(data, offset, length));
  }

  @Override
  public Buffer wrap(String text) {
    return wrap(text, Charset.defaultCharset());
  }

  @Override
  public Buffer wrap(String text, Charset charset) {
    return wrap(text.getBytes(charset));
  }

  @Override
  public Buffer wrap(ByteBuffer bytes) {
    return new ByteBufferWrapper(bytes);
  }

  @Override
  public MonitoringConfig<MemoryProbe> getMonitoringConfig() {
    return monitoring;
  }
}
