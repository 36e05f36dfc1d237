package io.sendfile.core.buffer;

import java.util.List;
import java.util.stream.Stream;

/**
 * Recycled views of a large slab, which is divided between a few arenas, so that threads seldom
 * wait for each other. A view without room becomes a plain buffer, and is counted. Thread-safe.
 */
final class ViewPolicy extends PlainPolicy {
  /** Least size of an arena, so that the largest usual buffers fit into each. */
  private static final int MIN_ARENA_BYTES = 1 << 20;

  private final List<SlabArena> arenas;

  /**
   * @param slabBytes all arenas together; rounded down to a power of two
   * @param arenasWanted about as many as threads that run at once
   */
  ViewPolicy(String name, boolean direct, int slabBytes, int arenasWanted) {
    super(name, direct);
    int slab = Integer.highestOneBit(Math.max(slabBytes, Slab.UNIT_BYTES));
    int most = Math.max(1, slab / MIN_ARENA_BYTES);
    int number = Integer.highestOneBit(Math.max(1, Math.min(arenasWanted, most)));
    arenas =
        Stream.generate(() -> new SlabArena(slab / number, direct, counts)).limit(number).toList();
  }

  @Override
  public Lease take(int bytes) {
    PlainPolicy.requireSize(bytes);
    int number = arenas.size();
    // Request threads are numbered one after the other: neighbours get different arenas.
    int first = (int) Thread.currentThread().getId();
    for (int i = 0; i < number; i++) {
      Lease view = arenas.get((first + i) & (number - 1)).take(bytes);
      if (view != null) {
        return view;
      }
    }
    counts.exhausted();
    return super.take(bytes);
  }

  @Override
  public void close() {
    arenas.forEach(SlabArena::close);
  }
}
