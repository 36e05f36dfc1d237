package io.sendfile.core.buffer;

import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import java.nio.ByteBuffer;

/**
 * One new buffer per take, left to the garbage collector afterwards. Other policies have such a
 * buffer in place of one of their own. Thread-safe.
 */
class PlainPolicy implements BufferPolicy {
  private final String name;
  private final boolean direct;
  final UseCounts counts = new UseCounts();

  PlainPolicy(String name, boolean direct) {
    this.name = name;
    this.direct = direct;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean direct() {
    return direct;
  }

  static void requireSize(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a buffer has at least 1 byte, asked for " + bytes);
    }
  }

  @Override
  public Lease take(int bytes) {
    requireSize(bytes);
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
