package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.transfer.StallDetector.Verdict;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The state of one transfer. Each method is one step under the lock, and returns whether it was
 * made; the caller then acts accordingly, without the lock. Thread-safe.
 */
final class Transitions {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  /** Result of requesting an end. */
  enum End {
    /** It was over, or ending, already. */
    TOO_LATE,
    /** The sending thread will end it. */
    ASKED_FOR,
    /** It is over; the caller cleans up. */
    NOW
  }

  /** A checked state, and the action due for the peer. */
  record Look(TransferState from, Verdict verdict) {}

  private final String id;
  private final StallDetector peer;
  private final LongSupplier nanoTime;
  private TransferState state = TransferState.QUEUED;
  private @Nullable Outcome requestedEnd;

  Transitions(String id, StallDetector peer, LongSupplier nanoTime) {
    this.id = id;
    this.peer = peer;
    this.nanoTime = nanoTime;
  }

  synchronized TransferState state() {
    return state;
  }

  synchronized boolean endWanted() {
    return requestedEnd != null;
  }

  /** Begins a turn, if it waits for one. */
  synchronized boolean begin() {
    boolean waits = state == TransferState.QUEUED || state == TransferState.WAITING_TURN;
    if (waits) {
      moveTo(TransferState.SENDING, "turn granted");
    }
    return waits;
  }

  /**
   * Ends sending.
   *
   * @return the end that was requested meanwhile, which is in force then; else null
   */
  synchronized @Nullable Outcome leave(TransferState next, String reason) {
    Outcome end = requestedEnd;
    if (end == null) {
      moveTo(next, reason);
    } else {
      moveTo(TransferState.FINISHED, end.label());
    }
    return end;
  }

  /** A step from one state only. */
  synchronized boolean move(TransferState from, TransferState to, String reason) {
    boolean still = state == from;
    if (still) {
      moveTo(to, reason);
    }
    return still;
  }

  synchronized End end(Outcome outcome) {
    if (state == TransferState.FINISHED || requestedEnd != null) {
      return End.TOO_LATE;
    }
    if (state == TransferState.SENDING) {
      requestedEnd = outcome;
      return End.ASKED_FOR;
    }
    moveTo(TransferState.FINISHED, outcome.label());
    return End.NOW;
  }

  /** Checks the peer. Its sink is called without the lock. */
  Look look(TransferSink sink, long nowNanos) {
    Acknowledged acknowledged = inDoubt(nowNanos) ? sink.acknowledged() : null;
    return look(sink.taken(), acknowledged, nowNanos);
  }

  private synchronized boolean inDoubt(long nowNanos) {
    return state.waitsForPeer() && peer.inDoubt(nowNanos);
  }

  private synchronized Look look(long taken, @Nullable Acknowledged acknowledged, long nowNanos) {
    boolean waits = state.waitsForPeer();
    return new Look(state, waits ? peer.look(taken, acknowledged, nowNanos) : Verdict.FINE);
  }

  /** Every transition, with its reason. Called with the lock held. */
  private void moveTo(TransferState next, String reason) {
    if (LOG.isLoggable(Level.FINER)) {
      LOG.finer("transfer " + id + ": " + state + " -> " + next + " (" + reason + ")");
    }
    if (state.waitsForPeer()) {
      peer.ourTurn(nanoTime.getAsLong());
    }
    if (next.waitsForPeer()) {
      peer.peersTurn(nanoTime.getAsLong());
    }
    state = next;
  }
}
