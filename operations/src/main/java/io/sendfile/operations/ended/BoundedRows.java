package io.sendfile.operations.ended;

import io.sendfile.spi.Outcome;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A bounded number of rows. When it is full, the outcome with the most rows loses its oldest row,
 * so that many completed transfers do not evict the few that failed. Not thread-safe.
 */
final class BoundedRows {
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
  BoundedRows(int most) {
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
