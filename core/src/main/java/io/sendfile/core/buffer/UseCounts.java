package io.sendfile.core.buffer;

import io.sendfile.spi.BufferFigures;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts of one policy's takes and releases. Thread-safe. */
final class UseCounts {
  private final LongAdder taken = new LongAdder();
  private final LongAdder returned = new LongAdder();
  private final AtomicLong inUseBytes = new AtomicLong();
  private final AtomicLong highWaterBytes = new AtomicLong();
  private final AtomicLong reservedBytes = new AtomicLong();
  private final LongAdder exhausted = new LongAdder();
  private final LongAdder misuses = new LongAdder();

  void taken(int bytes) {
    taken.increment();
    long now = inUseBytes.addAndGet(bytes);
    if (now > highWaterBytes.get()) {
      highWaterBytes.accumulateAndGet(now, Math::max);
    }
  }

  void returned(int bytes) {
    returned.increment();
    inUseBytes.addAndGet(-bytes);
  }

  /** Buffers that were left to the garbage collector. */
  void lost(int buffers, long bytes) {
    returned.add(buffers);
    misuses.add(buffers);
    inUseBytes.addAndGet(-bytes);
  }

  void releasedTwice() {
    misuses.increment();
  }

  void exhausted() {
    exhausted.increment();
  }

  void reserved(long bytes) {
    reservedBytes.addAndGet(bytes);
  }

  BufferFigures figures() {
    long back = returned.sum();
    return new BufferFigures(
        taken.sum(),
        Math.max(0, taken.sum() - back),
        inUseBytes.get(),
        highWaterBytes.get(),
        reservedBytes.get(),
        exhausted.sum(),
        misuses.sum());
  }
}
