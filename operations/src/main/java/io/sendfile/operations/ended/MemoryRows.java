package io.sendfile.operations.ended;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows in memory, and those of them that the file lacks. Thread-safe; never blocks for long.
 */
final class MemoryRows {
  private BoundedRows kept = new BoundedRows(0);
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
  synchronized void putBefore(BoundedRows earlier) {
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
}
