package io.sendfile.operations.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows in memory, and those of them that the file lacks. Thread-safe; never blocks for long.
 */
final class MemoryRows<T> {
  private Bounded<T> kept;
  private List<T> fresh = new ArrayList<>();
  private boolean tooMany;
  private boolean writeAsked;

  /** No rows yet, and no room for any. */
  MemoryRows(Function<T, ?> kind) {
    kept = new Bounded<>(kind, 0);
  }

  /**
   * Adds a row.
   *
   * @return whether the caller has to request a write: none has been requested since the last one
   */
  synchronized boolean add(T row) {
    kept.add(row);
    if (fresh.size() < kept.most()) {
      fresh.add(row);
    } else {
      tooMany = true;
    }
    boolean ask = !writeAsked;
    writeAsked = true;
    return ask;
  }

  /** The request for a write was refused. */
  synchronized void notWritten() {
    writeAsked = false;
  }

  /** Changes the bound of rows; returns whether that has dropped any. */
  synchronized boolean most(int most) {
    int before = kept.size();
    kept.most(most);
    return kept.size() < before;
  }

  /** Most rows. */
  synchronized int most() {
    return kept.most();
  }

  synchronized int size() {
    return kept.size();
  }

  synchronized List<T> all() {
    return kept.inOrder();
  }

  /** Puts rows of an earlier process before those of this one. */
  synchronized void putBefore(Bounded<T> earlier) {
    earlier.most(kept.most());
    kept.inOrder().forEach(earlier::add);
    kept = earlier;
  }

  /** Returns the rows added since the last call; null if there were too many of them. */
  synchronized @Nullable List<T> takeNew() {
    List<T> taken = tooMany ? null : fresh;
    forgetNew();
    return taken;
  }

  /** Returns all rows, the oldest first. */
  synchronized List<T> takeAll() {
    forgetNew();
    return kept.inOrder();
  }

  private void forgetNew() {
    fresh = new ArrayList<>();
    tooMany = false;
    writeAsked = false;
  }

  /**
   * A bounded number of rows. When it is full, the kind with the most rows loses its oldest row, so
   * that a crowd of one kind does not evict the few of another.
   */
  static final class Bounded<T> {
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
    Bounded(Function<T, ?> kind, int most) {
      this.kind = kind;
      this.most = most;
    }

    void add(T row) {
      rows.computeIfAbsent(kind.apply(row), any -> new ArrayDeque<>())
          .addLast(new Numbered<>(next++, row));
      size++;
      trim();
    }

    /** Changes the bound. */
    void most(int newMost) {
      most = newMost;
      trim();
    }

    /** The bound. */
    int most() {
      return most;
    }

    int size() {
      return size;
    }

    private void trim() {
      while (size > most) {
        longest().removeFirst();
        size--;
      }
    }

    private Deque<Numbered<T>> longest() {
      Deque<Numbered<T>> longest = rows.values().iterator().next();
      for (Deque<Numbered<T>> each : rows.values()) {
        longest = each.size() > longest.size() ? each : longest;
      }
      return longest;
    }

    /** All rows in the order they came. */
    List<T> inOrder() {
      return rows.values().stream()
          .flatMap(Collection::stream)
          .sorted(Comparator.<Numbered<T>>comparingLong(Numbered::number))
          .map(Numbered::row)
          .toList();
    }
  }
}
