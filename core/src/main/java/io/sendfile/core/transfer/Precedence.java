package io.sendfile.core.transfer;

import io.sendfile.core.transfer.TurnQueue.TurnOrder.Rank;
import org.jspecify.annotations.Nullable;

/**
 * Priorities of a transfer's turns, besides its algorithm: the client's among the transfers of its
 * own connection, and the application's among all.
 *
 * @param standing among the transfers of its connection; null if it has a connection for itself
 * @param urgency by the application
 */
public record Precedence(@Nullable Standing standing, Urgency urgency) {
  /** The default: neither client nor application has set a priority. */
  public static final Precedence USUAL = new Precedence(null, Urgency.USUAL);

  /** Urgencies among all transfers. */
  public enum Urgency {
    /** Its turns go before those of others. */
    HIGH,
    /** Its algorithm decides. */
    USUAL,
    /** Its turns go after those of others. */
    LOW
  }

  /** Rank of a turn. */
  Rank rank(boolean newcomersFirst, boolean newcomer) {
    return switch (urgency) {
      case HIGH -> Rank.NEWCOMER;
      case LOW -> Rank.PATIENT;
      case USUAL -> newcomersFirst ? (newcomer ? Rank.NEWCOMER : Rank.ELDER) : Rank.EQUAL;
    };
  }

  /** The transfer waits for its peer; others need not wait where only its own window is closed. */
  void awaitsPeer(TransferSink sink) {
    if (standing != null && sink.waitsAlone()) {
      standing.rests();
    }
  }

  /** The transfer waits for a reason that does not concern its connection. */
  void rests() {
    if (standing != null) {
      standing.rests();
    }
  }

  /** The transfer has ended. */
  void leaves() {
    if (standing != null) {
      standing.leaves();
    }
  }

  /**
   * The place of a transfer in the order of its connection, in which the transfers of that
   * connection get turns. Thread-safe.
   */
  public interface Standing {
    /**
     * The transfer is ready to send.
     *
     * @param turn requests a turn for it; run once, now or as soon as no other transfer goes first
     */
    void wantsTurn(Runnable turn);

    /** The transfer waits for a reason of its own, such as its rate. */
    void rests();

    /** The transfer has ended. */
    void leaves();
  }
}
