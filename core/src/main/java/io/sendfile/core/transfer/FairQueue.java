package io.sendfile.core.transfer;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Items that wait, by client. Clients take turns, however many items each of them has; the items of
 * one client are served first come, first served. Not thread-safe.
 *
 * @param <T> items; unlike each other by {@code equals}
 */
final class FairQueue<T> {
  /** The clients with items, the one that has waited longest for its turn first. */
  private final Map<Object, Queue<T>> clients = new LinkedHashMap<>();

  /** The client that has the turn; nobody at first. */
  private Object current = this;

  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Adds an item of a client. */
  void add(T item, Object client) {
    clients.computeIfAbsent(client, unused -> new ArrayDeque<>()).add(item);
    size++;
  }

  /** Removes an item that needs no turn any more; false if it is not present. */
  boolean remove(T item, Object client) {
    Queue<T> items = clients.get(client);
    if (items == null || !items.remove(item)) {
      return false;
    }
    removed(client, items);
    return true;
  }

  /** Gives the turn to the next client; its first item, or null if nobody waits. */
  @Nullable T next() {
    // Goes to the end only now, behind clients whose only item was under way meanwhile.
    Queue<T> rest = clients.remove(current);
    if (rest != null) {
      clients.put(current, rest);
    }
    if (clients.isEmpty()) {
      return null;
    }
    current = clients.keySet().iterator().next();
    return another();
  }

  /** The next item of the client that has the turn; null if it has none. */
  @Nullable T another() {
    Queue<T> items = clients.get(current);
    if (items == null) {
      return null;
    }
    T next = items.remove();
    removed(current, items);
    return next;
  }

  private void removed(Object client, Queue<T> left) {
    size--;
    if (left.isEmpty()) {
      clients.remove(client);
    }
  }
}
