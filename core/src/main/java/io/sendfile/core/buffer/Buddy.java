package io.sendfile.core.buffer;

/**
 * Free blocks of a slab by the buddy system (Knuth, TAOCP 1, 2.5): blocks are powers of two in
 * units and lie at multiples of their size; free neighbours join again. Numbers only; not
 * thread-safe.
 */
final class Buddy {
  private final int rootOrder;

  /** By node of the binary tree: 1 + the order of the largest free block below, 0 = none. */
  private final byte[] largestFree;

  /**
   * @param rootOrder the space has {@code 1 << rootOrder} units; 0 to 24
   */
  Buddy(int rootOrder) {
    this.rootOrder = rootOrder;
    largestFree = new byte[2 << rootOrder];
    for (int node = 1; node < largestFree.length; node++) {
      largestFree[node] = (byte) (orderOf(node) + 1);
    }
  }

  /** The smallest order whose block has that many units. */
  static int orderFor(int units) {
    return units <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(units - 1);
  }

  /**
   * Takes a block of {@code 1 << order} units.
   *
   * @return its first unit, or -1 if there is no room
   */
  int take(int order) {
    if (order > rootOrder || largestFree[1] <= order) {
      return -1;
    }
    int node = 1;
    for (int at = rootOrder; at > order; at--) {
      node = tighterChild(node, order);
    }
    largestFree[node] = 0;
    refresh(node);
    return firstUnit(node, order);
  }

  /** The fuller one of the children with room, so that large blocks stay whole. */
  private int tighterChild(int node, int order) {
    int left = largestFree[2 * node];
    int right = largestFree[2 * node + 1];
    boolean goLeft = right <= order || (left > order && left <= right);
    return goLeft ? 2 * node : 2 * node + 1;
  }

  /**
   * Gives a block back.
   *
   * @param unit as {@link #take} returned it
   * @param order as it was taken
   */
  void give(int unit, int order) {
    int node = (1 << (rootOrder - order)) + (unit >> order);
    largestFree[node] = (byte) (order + 1);
    refresh(node);
  }

  private void refresh(int changed) {
    for (int node = changed >> 1; node > 0; node >>= 1) {
      int left = largestFree[2 * node];
      int right = largestFree[2 * node + 1];
      int whole = orderOf(node);
      boolean joined = left == whole && right == whole;
      largestFree[node] = (byte) (joined ? whole + 1 : Math.max(left, right));
    }
  }

  private int orderOf(int node) {
    return rootOrder - (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(node));
  }

  private int firstUnit(int node, int order) {
    return (node - (1 << (rootOrder - order))) << order;
  }
}
