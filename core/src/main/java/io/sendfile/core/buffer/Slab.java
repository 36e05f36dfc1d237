package io.sendfile.core.buffer;

import java.nio.ByteBuffer;

/**
 * One large buffer with its allocated blocks. Blocks lie at multiples of their size, so those of a
 * direct slab are aligned to it, up to a page. Not thread-safe.
 */
final class Slab {
  /** The smallest block. */
  static final int UNIT_BYTES = 256;

  private static final int PAGE_BYTES = 4096;

  private final ByteBuffer memory;
  private final Buddy blocks;

  /**
   * @param bytes a power of two from {@link #UNIT_BYTES} to 1 GiB
   */
  Slab(int bytes, boolean direct) {
    memory =
        direct
            ? ByteBuffer.allocateDirect(bytes + PAGE_BYTES).alignedSlice(PAGE_BYTES)
            : ByteBuffer.allocate(bytes);
    blocks = new Buddy(Buddy.orderFor(bytes / UNIT_BYTES));
  }

  /** The order of a block for that many bytes. */
  static int orderFor(int bytes) {
    return Buddy.orderFor((bytes - 1) / UNIT_BYTES + 1);
  }

  static int bytesOf(int order) {
    return UNIT_BYTES << order;
  }

  /**
   * Takes a block.
   *
   * @return its first unit, or -1 without room for it
   */
  int take(int order) {
    return blocks.take(order);
  }

  /** A view of the first bytes of a block. */
  ByteBuffer view(int unit, int bytes) {
    return memory.slice(unit * UNIT_BYTES, bytes);
  }

  void give(int unit, int order) {
    blocks.give(unit, order);
  }
}
