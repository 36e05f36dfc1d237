package io.sendfile.core.transfer;

import org.jspecify.annotations.Nullable;

/**
 * Priorities of a transfer's turns, besides its algorithm: the client's among the transfers of its
 * own connection, and the application's among all.
 *
 * @param connectionTurns among the transfers of its connection; null if it has a connection for
 *     itself
 * @param urgency by the application
 */
public record TurnPriority(@Nullable ConnectionTurns connectionTurns, Urgency urgency) {
  /** The default: neither client nor application has set a priority. */
  public static final TurnPriority USUAL = new TurnPriority(null, Urgency.USUAL);

  /** Urgency of a turn. */
  Urgency urgency(boolean newcomersFirst, boolean newcomer) {
    return urgency == Urgency.USUAL && newcomersFirst && newcomer ? Urgency.HIGH : urgency;
  }

  /** The transfer waits for its peer; others need not wait where only its own window is closed. */
  void awaitsPeer(TransferSink sink) {
    if (connectionTurns != null && sink.waitsAlone()) {
      connectionTurns.rests();
    }
  }

  /** The transfer waits for a reason that does not concern its connection. */
  void rests() {
    if (connectionTurns != null) {
      connectionTurns.rests();
    }
  }

  /** The transfer has ended. */
  void leaves() {
    if (connectionTurns != null) {
      connectionTurns.leaves();
    }
  }
}
