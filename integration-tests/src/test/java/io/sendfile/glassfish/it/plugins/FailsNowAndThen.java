package io.sendfile.glassfish.it.plugins;

import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** Buffers on the heap; every third take and release throws. */
public final class FailsNowAndThen implements BufferPolicy {
  private final AtomicLong calls = new AtomicLong();

  private void perhapsFail() {
    if (calls.incrementAndGet() % 3 == 0) {
      throw new IllegalStateException("a plug-in that fails now and then");
    }
  }

  @Override
  public String name() {
    return "fails-now-and-then";
  }

  @Override
  public boolean direct() {
    return false;
  }

  @Override
  public Lease take(int bytes) {
    perhapsFail();
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    return new Lease() {
      @Override
      public ByteBuffer bytes() {
        return buffer;
      }

      @Override
      public void release() {
        perhapsFail();
      }
    };
  }

  @Override
  public BufferFigures figures() {
    return new BufferFigures(0, 0, 0, 0, 0, 0, 0);
  }

  @Override
  public void close() {}
}
