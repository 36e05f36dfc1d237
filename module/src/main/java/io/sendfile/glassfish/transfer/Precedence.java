package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.transfer.TurnOrder.Rank;
import org.jspecify.annotations.Nullable;

/**
 * What decides when a transfer gets its turns, besides its algorithm. A client has a say among the
 * transfers of its own connection only; the application has one among all.
 *
 * @param standing among the transfers of its connection; null if it has that for itself
 * @param urgency by the application
 */
public record Precedence(@Nullable Standing standing, Urgency urgency) {
  /** Of a transfer about which nobody has said a word. */
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

  /** Others of its connection need not wait for a window that the peer keeps closed. */
  void awaitsPeer(TransferSink sink) {
    if (standing != null && sink.waitsAlone()) {
      standing.rests();
    }
  }

  /** The transfer waits for something that only concerns itself. */
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
}
