package io.sendfile.glassfish.grizzly;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.memory.ByteBufferManager;
import org.glassfish.grizzly.memory.ByteBufferWrapper;

/** Counts the buffers of one size that were allocated and not disposed of. Thread-safe. */
final class CountingMemory extends ByteBufferManager {
  private final int size;
  private final AtomicInteger inUse = new AtomicInteger();

  CountingMemory(int size) {
    this.size = size;
  }

  @Override
  public ByteBufferWrapper allocate(int wanted) {
    return wanted == size ? new Counted() : super.allocate(wanted);
  }

  int inUse() {
    return inUse.get();
  }

  private final class Counted extends ByteBufferWrapper {
    private boolean disposed;

    Counted() {
      super(ByteBuffer.allocate(size));
      inUse.incrementAndGet();
    }

    @Override
    public synchronized void dispose() {
      if (!disposed) {
        disposed = true;
        inUse.decrementAndGet();
      }
      super.dispose();
    }
  }
}
