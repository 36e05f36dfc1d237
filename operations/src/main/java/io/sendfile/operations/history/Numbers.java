package io.sendfile.operations.history;

import java.nio.ByteBuffer;

/** Numbers from 0 on as few bytes each: seven bits in each of them, the lowest first. */
final class Numbers {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private Numbers() {}

  static void put(ByteBuffer form, long... numbers) {
    for (long number : numbers) {
      long rest = number & Long.MAX_VALUE;
      while (rest >>> BITS != 0) {
        form.put((byte) (rest | MORE));
        rest >>>= BITS;
      }
      form.put((byte) rest);
    }
  }

  /** The next number; 0 at the end. */
  static long get(ByteBuffer form) {
    long number = 0;
    int shift = 0;
    int next = MORE;
    while ((next & MORE) != 0 && form.hasRemaining()) {
      next = form.get();
      number |= (long) (next & (MORE - 1)) << shift;
      shift += BITS;
    }
    return number & Long.MAX_VALUE;
  }
}
