package io.sendfile.glassfish.transfer;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A queue at whose head the branches of a tree take turns by weight, whatever number of items each
 * of them has waiting; each hands its turns on to its own branches, and within the last one it is
 * first come, first served. A branch without items leaves its share to the others, and saves up
 * nothing. Start-time fair queueing (Goyal, Vin and Cheng, 1996) at each node. Not thread-safe.
 *
 * @param <T> items; unlike each other by {@code equals}
 */
final class FairQueue<T> {
  /** Branches of a node that are remembered in any case. */
  private static final int FEW = 64;

  private static final Comparator<Node<?>> BY_TIME =
      Comparator.<Node<?>>comparingDouble(node -> node.begin).thenComparingLong(node -> node.order);

  private final Node<T> root = new Node<>(null);
  private int size;
  private long orders;

  private static final class Node<T> {
    final @Nullable Node<T> parent;
    final Map<Object, Node<T>> branches = new HashMap<>();

    /** The branches with items. */
    final PriorityQueue<Node<T>> waiting = new PriorityQueue<>(BY_TIME);

    final Queue<T> items = new ArrayDeque<>();

    /** Virtual time: what a branch of weight 1 has got that always waited. */
    double now;

    int weight;
    double begin;
    double end;
    long order;
    boolean isWaiting;
    int most = FEW;

    Node(@Nullable Node<T> parent) {
      this.parent = parent;
    }

    boolean isEmpty() {
      return items.isEmpty() && waiting.isEmpty();
    }

    /** A branch that does not wait is forgotten; that gives it a turn at most. */
    Node<T> branch(Branch which) {
      Node<T> known = branches.get(which.name());
      if (known == null) {
        if (branches.size() >= most) {
          branches.values().removeIf(branch -> !branch.isWaiting);
          most = Math.max(FEW, 2 * branches.size());
        }
        known = new Node<>(this);
        branches.put(which.name(), known);
      }
      known.weight = which.weight();
      return known;
    }
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Number of branches that are remembered, of the two widest levels. */
  int branches() {
    return root.branches.size()
        + root.branches.values().stream().mapToInt(n -> n.branches.size()).sum();
  }

  /**
   * Queues up.
   *
   * @param path from the widest branch to the narrowest, which has no branches of its own
   */
  void add(T item, List<Branch> path) {
    Node<T> node = root;
    for (int i = 0; i < path.size(); i++) {
      node = node.branch(path.get(i));
    }
    node.items.add(item);
    size++;
    for (Node<T> up = node.parent; up != null && !node.isWaiting; up = node.parent) {
      await(up, node, Math.max(node.end, up.now));
      node = up;
    }
  }

  private void await(Node<T> parent, Node<T> node, double begin) {
    node.begin = begin;
    node.order = orders++;
    node.isWaiting = true;
    parent.waiting.add(node);
  }

  /** The next item; null if there is none. */
  @Nullable T peek() {
    Node<T> node = root;
    while (!node.waiting.isEmpty()) {
      node = node.waiting.element();
    }
    return node.items.peek();
  }

  /**
   * Takes the next item out; null if there is none.
   *
   * @param costs the cost of its turn, more than 0
   */
  @Nullable T next(ToLongFunction<T> costs) {
    Node<T> node = root;
    while (!node.waiting.isEmpty()) {
      node = node.waiting.element();
    }
    T first = node.items.poll();
    if (first == null) {
      return null;
    }
    size--;
    double cost = costs.applyAsLong(first);
    for (Node<T> up = node.parent; up != null; up = node.parent) {
      node.end = node.begin + cost / node.weight;
      // Nobody was kept waiting by a turn that nobody else wanted.
      up.now = up.waiting.size() == 1 ? node.end : node.begin;
      leave(up, node);
      if (!node.isEmpty()) {
        await(up, node, node.end);
      }
      node = up;
    }
    return first;
  }

  private void leave(Node<T> parent, Node<T> node) {
    parent.waiting.remove(node);
    node.isWaiting = false;
  }

  /** Takes an item out that needs no turn any more, if it is there. */
  void remove(T item, List<Branch> path) {
    Node<T> node = root;
    for (int i = 0; i < path.size() && node != null; i++) {
      node = node.branches.get(path.get(i).name());
    }
    if (node == null || !node.items.remove(item)) {
      return;
    }
    size--;
    for (Node<T> up = node.parent; up != null && node.isEmpty(); up = node.parent) {
      leave(up, node);
      node = up;
    }
  }
}
