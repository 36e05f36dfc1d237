package io.sendfile.glassfish.grizzly;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.memory.ByteBufferManager;
import org.glassfish.grizzly.memory.ByteBufferWrapper;

/** Counts the buffers of one size that were allocated and not disposed of. Thread-safe. */
final class CountingMemory extends ByteBufferManager {
  private static final Cleaner CLEANER = Cleaner.create();

  private final int size;
  private final AtomicInteger inUse = new AtomicInteger();
  private final AtomicInteger forgotten = new AtomicInteger();

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

  /**
   * Whether every buffer was disposed of or cannot be reached any more. Grizzly leaves some to the
   * collector: those of a failed write, and those whose first part was empty when it split them.
   */
  boolean holdsNothing() {
    if (inUse() > forgotten.get()) {
      System.gc();
    }
    return inUse() <= forgotten.get();
  }

  private void watch(Object buffer, AtomicBoolean disposed) {
    CLEANER.register(
        buffer,
        () -> {
          if (!disposed.get()) {
            forgotten.incrementAndGet();
          }
        });
  }

  private final class Counted extends ByteBufferWrapper {
    private final AtomicBoolean disposed = new AtomicBoolean();

    Counted() {
      super(ByteBuffer.allocate(size));
      inUse.incrementAndGet();
      watch(this, disposed);
    }

    @Override
    public void dispose() {
      if (disposed.compareAndSet(false, true)) {
        inUse.decrementAndGet();
      }
      super.dispose();
    }
  }
}
