package io.sendfile.core.buffer;

import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import java.nio.ByteBuffer;

/** One new buffer per take, left to the garbage collector afterwards. Thread-safe. */
final class PlainPolicy implements BufferPolicy {
  private final String name;
  private final boolean direct;
  private final UseCounts counts;

  PlainPolicy(String name, boolean direct) {
    this(name, direct, new UseCounts());
  }

  /** A fallback for another policy, which counts the buffers as its own. */
  PlainPolicy(String name, boolean direct, UseCounts counts) {
    this.name = name;
    this.direct = direct;
    this.counts = counts;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean direct() {
    return direct;
  }

  @Override
  public Lease take(int bytes) {
    BufferPolicies.requireSize(bytes);
    ByteBuffer buffer = direct ? makeDirect(bytes) : ByteBuffer.allocate(bytes);
    counts.taken(bytes);
    return new OnceLease(buffer, counts, () -> counts.returned(bytes));
  }

  private ByteBuffer makeDirect(int bytes) {
    try {
      return ByteBuffer.allocateDirect(bytes);
    } catch (OutOfMemoryError e) {
      // -XX:MaxDirectMemorySize is reached; the heap may still have room.
      counts.exhausted();
      return ByteBuffer.allocate(bytes);
    }
  }

  @Override
  public BufferFigures figures() {
    return counts.figures();
  }

  @Override
  public void close() {
    // No reserved memory.
  }
}
