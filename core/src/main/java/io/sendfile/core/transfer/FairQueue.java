package io.sendfile.core.transfer;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A hierarchical fair queue. At each node of a tree the branches take turns by weight, however many
 * items each of them has waiting; the items of a leaf are served first come, first served. A branch
 * without items leaves its share to the others, and saves none. Start-time fair queueing (Goyal,
 * Vin and Cheng, 1996) at each node. Not thread-safe.
 *
 * @param <T> items; unlike each other by {@code equals}
 */
final class FairQueue<T> {
  /** Number of branches that a node remembers even when they are idle. */
  private static final int FEW = 64;

  private final Node<T> root = new Node<>(null);
  private int size;
  private long orders;

  private static final class Node<T> {
    final @Nullable Node<T> parent;
    final Map<Object, Node<T>> branches = new HashMap<>();

    /** The branches with items. */
    final PriorityQueue<Node<T>> waiting = new PriorityQueue<>(Node::compare);

    final Queue<T> items = new ArrayDeque<>();

    /** Virtual time: the service that a branch of weight 1 has got if it always had items. */
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

    static int compare(Node<?> one, Node<?> other) {
      int byTime = Double.compare(one.begin, other.begin);
      return byTime == 0 ? Long.compare(one.order, other.order) : byTime;
    }

    boolean isEmpty() {
      return items.isEmpty() && waiting.isEmpty();
    }

    /** Forgets idle branches; a forgotten branch gains a turn at most. */
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

  /** Number of remembered branches on the two top levels. */
  int branches() {
    return root.branches.size()
        + root.branches.values().stream().mapToInt(n -> n.branches.size()).sum();
  }

  /**
   * Adds an item.
   *
   * @param path branches from the top of the tree to a leaf
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
   * Removes the next item; null if there is none.
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
      // Without competitors, virtual time moves to the end of the turn: nobody had to wait for it.
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

  /** Removes an item that needs no turn any more, if present. */
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
