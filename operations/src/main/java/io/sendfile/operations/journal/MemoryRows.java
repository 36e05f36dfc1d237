package io.sendfile.operations.ended;

import io.sendfile.spi.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows in memory, and those of them that the file lacks. Thread-safe; never blocks for long.
 */
final class MemoryRows {
  private Bounded kept = new Bounded(0);
  private List<EndedTransfer> fresh = new ArrayList<>();
  private boolean tooMany;
  private boolean writeAsked;

  /**
   * Adds a row.
   *
   * @return whether the caller has to request a write: none has been requested since the last one
   */
  synchronized boolean add(EndedTransfer row) {
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

  synchronized List<EndedTransfer> all() {
    return kept.inOrder();
  }

  /** Puts rows of an earlier process before those of this one. */
  synchronized void putBefore(Bounded earlier) {
    earlier.most(kept.most());
    kept.inOrder().forEach(earlier::add);
    kept = earlier;
  }

  /** Returns the rows added since the last call; null if there were too many of them. */
  synchronized @Nullable List<EndedTransfer> takeNew() {
    List<EndedTransfer> taken = tooMany ? null : fresh;
    forgetNew();
    return taken;
  }

  /** Returns all rows, the oldest first. */
  synchronized List<EndedTransfer> takeAll() {
    forgetNew();
    return kept.inOrder();
  }

  private void forgetNew() {
    fresh = new ArrayList<>();
    tooMany = false;
    writeAsked = false;
  }

  /**
   * A bounded number of rows. When it is full, the outcome with the most rows loses its oldest row,
   * so that many completed transfers do not evict the few that failed.
   */
  static final class Bounded {
    private static final Deque<Numbered> NONE = new ArrayDeque<>(0);

    private final Map<Outcome, Deque<Numbered>> rows = new EnumMap<>(Outcome.class);
    private int most;
    private int size;
    private long next;

    private record Numbered(long number, EndedTransfer row) {}

    /**
     * No rows yet.
     *
     * @param most bound of their number
     */
    Bounded(int most) {
      this.most = most;
    }

    void add(EndedTransfer row) {
      rows.computeIfAbsent(row.outcome(), any -> new ArrayDeque<>())
          .addLast(new Numbered(next++, row));
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

    private Deque<Numbered> longest() {
      Deque<Numbered> longest = NONE;
      for (Deque<Numbered> each : rows.values()) {
        longest = each.size() > longest.size() ? each : longest;
      }
      return longest;
    }

    /** All rows in the order they came. */
    List<EndedTransfer> inOrder() {
      return rows.values().stream()
          .flatMap(Collection::stream)
          .sorted(Comparator.comparingLong(Numbered::number))
          .map(Numbered::row)
          .toList();
    }
  }
}
