package io.sendfile.glassfish.transfer;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The order of turns. Newcomers that go first come before all others, who come in the order of
 * arrival; every fourth turn is kept for the others, so that endless newcomers starve nobody. One
 * worker is kept for newcomers: where they go first, turns of their elders never take all workers.
 * Not thread-safe.
 *
 * @param <T> owner of turns
 */
public final class TurnOrder<T> {
  private static final int NEWCOMERS_IN_A_ROW = 3;

  /**
   * A waiting owner.
   *
   * @param who the owner
   * @param rank its rank
   * @param <T> owner of turns
   */
  public record Waiting<T>(T who, Rank rank) {}

  /** Ranks of waiting turns. */
  public enum Rank {
    /** Its first turn, and its algorithm puts newcomers first. */
    NEWCOMER,
    /** A later turn, and its algorithm puts newcomers first. */
    ELDER,
    /** Its algorithm does not prefer newcomers. */
    EQUAL
  }

  private final Queue<Waiting<T>> newcomers = new ArrayDeque<>();
  private final Queue<Waiting<T>> others = new ArrayDeque<>();
  private int mostElders = Integer.MAX_VALUE;
  private int elders;
  private int inARow;

  /** Sets the number of workers. */
  public void workers(int number) {
    mostElders = Math.max(1, number - 1);
  }

  /** Queues up. */
  public void add(T who, Rank rank) {
    (rank == Rank.NEWCOMER ? newcomers : others).add(new Waiting<>(who, rank));
  }

  /** Leaves the queue, if present. */
  void remove(T unwanted) {
    newcomers.removeIf(waiting -> waiting.who.equals(unwanted));
    others.removeIf(waiting -> waiting.who.equals(unwanted));
  }

  /** The number of turns that may begin now. */
  int ready() {
    Waiting<T> other = others.peek();
    boolean elder = other != null && other.rank == Rank.ELDER;
    int most = elder ? Math.max(0, mostElders - elders) : Integer.MAX_VALUE;
    return newcomers.size() + Math.min(others.size(), most);
  }

  /** Takes the next one out for its turn; null when nobody may have one now. */
  public @Nullable Waiting<T> next() {
    Waiting<T> other = others.peek();
    boolean full = other != null && other.rank == Rank.ELDER && elders >= mostElders;
    boolean newcomer =
        !newcomers.isEmpty() && (other == null || full || inARow < NEWCOMERS_IN_A_ROW);
    if (!newcomer && (other == null || full)) {
      return null;
    }
    inARow = newcomer ? inARow + 1 : 0;
    Waiting<T> next = newcomer ? newcomers.remove() : others.remove();
    elders += next.rank == Rank.ELDER ? 1 : 0;
    return next;
  }

  /** Ends a turn; another one may be possible now. */
  public void ended(Waiting<T> turn) {
    elders -= turn.rank == Rank.ELDER ? 1 : 0;
  }
}
