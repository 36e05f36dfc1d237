package io.sendfile.operations.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A bounded number of rows. When it is full, the kind with the most rows loses its oldest row, so
 * that a crowd of one kind does not evict the few of another. Not thread-safe.
 */
final class BoundedRows<T> {
  private final Function<T, ?> kind;
  private final Map<Object, Deque<Numbered<T>>> rows = new LinkedHashMap<>();
  private int most;
  private int size;
  private long next;

  private record Numbered<T>(long number, T row) {}

  /**
   * No rows yet.
   *
   * @param most bound of their number
   */
  BoundedRows(Function<T, ?> kind, int most) {
    this.kind = kind;
    this.most = most;
  }

  void add(T row) {
    rows.computeIfAbsent(kind.apply(row), any -> new ArrayDeque<>())
        .addLast(new Numbered<>(next++, row));
    size++;
    trim();
  }

  /** Changes the bound; returns whether that has dropped any row. */
  boolean most(int newMost) {
    most = newMost;
    return trim();
  }

  /** The bound. */
  int most() {
    return most;
  }

  int size() {
    return size;
  }

  /** The number of the next row: they are numbered from 0. */
  long next() {
    return next;
  }

  private boolean trim() {
    int before = size;
    for (; size > most; size--) {
      longest().removeFirst();
    }
    return size < before;
  }

  private Deque<Numbered<T>> longest() {
    Deque<Numbered<T>> longest = rows.values().iterator().next();
    for (Deque<Numbered<T>> each : rows.values()) {
      longest = each.size() > longest.size() ? each : longest;
    }
    return longest;
  }

  /** The rows from that number on, in the order they came. */
  List<T> since(long number) {
    List<Numbered<T>> found = new ArrayList<>();
    for (Deque<Numbered<T>> each : rows.values()) {
      Iterator<Numbered<T>> last = each.descendingIterator();
      for (boolean more = true; more && last.hasNext(); ) {
        Numbered<T> row = last.next();
        more = row.number() >= number;
        if (more) {
          found.add(row);
        }
      }
    }
    found.sort(Comparator.comparingLong(Numbered::number));
    return found.stream().map(Numbered::row).toList();
  }
}
