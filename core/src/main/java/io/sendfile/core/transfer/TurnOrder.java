package io.sendfile.core.transfer;

import org.jspecify.annotations.Nullable;

/**
 * The order of turns, by their urgency. Every fourth turn goes to less urgent ones, so that endless
 * new transfers starve nobody. Among turns of one urgency, clients take turns, however many
 * transfers they have. Not thread-safe.
 *
 * @param <T> owner of turns
 */
final class TurnOrder<T> {
  private static final int MOST_IN_A_ROW = 3;

  private final FairQueue<T> first = new FairQueue<>();
  private final FairQueue<T> usual = new FairQueue<>();
  private final FairQueue<T> last = new FairQueue<>();
  private int firstInARow;
  private int usualInARow;

  /** Adds a waiting owner, of that client. */
  void add(T who, Urgency urgency, Object client) {
    queue(urgency).add(who, client);
  }

  /** Leaves the queue; false if it is not present. */
  boolean remove(T unwanted, Urgency urgency, Object client) {
    return queue(urgency).remove(unwanted, client);
  }

  private FairQueue<T> queue(Urgency urgency) {
    return switch (urgency) {
      case HIGH -> first;
      case USUAL -> usual;
      case LOW -> last;
    };
  }

  /** The number of waiting owners. */
  int size() {
    return first.size() + behind();
  }

  private int behind() {
    return usual.size() + last.size();
  }

  /** Removes and returns the next owner for its turn; null if nobody waits. */
  @Nullable T next() {
    if (!first.isEmpty() && (firstInARow < MOST_IN_A_ROW || behind() == 0)) {
      firstInARow = Math.min(MOST_IN_A_ROW, firstInARow + 1);
      return first.next();
    }
    firstInARow = 0;
    if (!usual.isEmpty() && (usualInARow < MOST_IN_A_ROW || last.isEmpty())) {
      usualInARow = Math.min(MOST_IN_A_ROW, usualInARow + 1);
      return usual.next();
    }
    usualInARow = 0;
    return last.next();
  }
}
