package io.sendfile.core.transfer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of turns, by three ranks: urgent or new transfers first, then the usual ones, then the
 * patient ones. Every fourth turn goes to the lower ranks, so that endless new transfers starve
 * nobody. Within a rank, clients take turns, however many transfers they have, and the transfers of
 * one client are in the order of arrival. One worker is reserved for new transfers, where their
 * algorithm puts them first. Not thread-safe.
 *
 * @param <T> owner of turns
 */
public final class TurnOrder<T> {
  private static final int MOST_IN_A_ROW = 3;

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
    /**
     * The first turn of a transfer whose algorithm puts new transfers first; or a turn of an urgent
     * transfer.
     */
    NEWCOMER,
    /** A later turn of a transfer whose algorithm puts new transfers first. */
    ELDER,
    /** A turn of a transfer whose algorithm does not prefer new transfers. */
    EQUAL,
    /** A turn of a transfer whose application lets others go first. */
    PATIENT;

    boolean leavesAWorker() {
      return this == ELDER || this == PATIENT;
    }
  }

  private final FairQueue<Waiting<T>> newcomers = new FairQueue<>();
  private final FairQueue<Waiting<T>> others = new FairQueue<>();
  private final FairQueue<Waiting<T>> patient = new FairQueue<>();
  private int mostElders = Integer.MAX_VALUE;
  private int elders;
  private int newcomersInARow;
  private int othersInARow;

  /** Sets the number of workers. */
  public void workers(int number) {
    mostElders = Math.max(1, number - 1);
  }

  /**
   * Adds a waiting owner.
   *
   * @param path its place in the tree of clients; must not change before its turn
   */
  public void add(T who, Rank rank, List<Branch> path) {
    queue(rank).add(new Waiting<>(who, rank), path);
  }

  private FairQueue<Waiting<T>> queue(Rank rank) {
    return switch (rank) {
      case NEWCOMER -> newcomers;
      case ELDER, EQUAL -> others;
      case PATIENT -> patient;
    };
  }

  /** The queue with the next turn that is not a new transfer's. */
  private FairQueue<Waiting<T>> behind() {
    boolean theirTurn = othersInARow == MOST_IN_A_ROW && elders < mostElders;
    return others.isEmpty() || (theirTurn && !patient.isEmpty()) ? patient : others;
  }

  /** Leaves the queue, if present. */
  void remove(T unwanted, Rank rank, List<Branch> path) {
    queue(rank).remove(new Waiting<>(unwanted, rank), path);
  }

  /** The number of turns that may begin now. */
  int ready() {
    Waiting<T> other = behind().peek();
    boolean elder = other != null && other.rank.leavesAWorker();
    int most = elder ? Math.max(0, mostElders - elders) : Integer.MAX_VALUE;
    return newcomers.size() + Math.min(others.size() + patient.size(), most);
  }

  /** Removes and returns the next owner for its turn; null when none may have one now. */
  public @Nullable Waiting<T> next() {
    FairQueue<Waiting<T>> behind = behind();
    Waiting<T> other = behind.peek();
    boolean full = other != null && other.rank.leavesAWorker() && elders >= mostElders;
    boolean newcomer =
        !newcomers.isEmpty() && (other == null || full || newcomersInARow < MOST_IN_A_ROW);
    if (!newcomer && (other == null || full)) {
      return null;
    }
    newcomersInARow = newcomer ? newcomersInARow + 1 : 0;
    if (!newcomer) {
      othersInARow = behind == others ? Math.min(MOST_IN_A_ROW, othersInARow + 1) : 0;
    }
    Waiting<T> next = newcomer ? newcomers.next(turn -> 1) : behind.next(turn -> 1);
    elders += next != null && next.rank.leavesAWorker() ? 1 : 0;
    return next;
  }

  /** Ends a turn, so that another one may begin. */
  public void ended(Waiting<T> turn) {
    elders -= turn.rank.leavesAWorker() ? 1 : 0;
  }
}
