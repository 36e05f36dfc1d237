package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.transfer.Bursts.Turn;
import io.sendfile.glassfish.transfer.PeerWatch.Verdict;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One download: {@code QUEUED → SENDING → BLOCKED | WAITING_TURN | WAITING_PEER | WAITING_RATE → …
 * → FINISHED}. Thread-safe: its lock guards the state only and is never held while the sink is
 * called; exactly one thread is SENDING; {@link #finish} runs exactly once.
 */
public final class Transfer {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final TransferInfo info;
  private final Body body;
  private final TransferSink sink;
  private final TransferTerms terms;
  private final Bursts bursts;
  private final LongSupplier nanoTime;
  private final PeerWatch peer;
  private final BlockedWorker worker = new BlockedWorker();
  private final long startNanos;
  private @Nullable TransferHome home;

  private TransferState state = TransferState.QUEUED;
  private @Nullable Outcome requestedEnd;

  /** A transfer that has not begun. It owns the body and the sink from now on. */
  public Transfer(
      TransferInfo info, Body body, TransferSink sink, TransferTerms terms, LongSupplier nanoTime) {
    this.info = info;
    this.body = body;
    this.sink = sink;
    this.terms = terms;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.peer = new PeerWatch(terms.patience());
    this.bursts = new Bursts(info.id().own(), body, sink, terms, nanoTime);
  }

  /** What it is about. */
  public TransferInfo info() {
    return info;
  }

  /** Where it stands now. */
  public synchronized TransferState state() {
    return state;
  }

  /** The bytes of the file that are sent, as in {@code 0-99,500-599}; empty for all of it. */
  public String range() {
    return body.range();
  }

  Body body() {
    return body;
  }

  /** Body bytes the kernel took. */
  public long taken() {
    return sink.taken();
  }

  /** Body bytes that never passed through the JVM. */
  public long zeroCopied() {
    return sink.zeroCopied();
  }

  /** Body bytes in all. */
  public long length() {
    return body.length();
  }

  /** How its next turn stands to those of others. */
  TurnOrder.Rank rank() {
    if (!terms.newcomersFirst()) {
      return TurnOrder.Rank.EQUAL;
    }
    return state() == TransferState.QUEUED ? TurnOrder.Rank.NEWCOMER : TurnOrder.Rank.ELDER;
  }

  /** The workers of its own, or those of all. */
  TurnQueue turns(TurnQueue common) {
    TurnQueue own = terms.turns();
    return own == null ? common : own;
  }

  void attach(TransferHome newHome) {
    home = newHome;
    bursts.limit(terms.rates().limit(terms.bytesPerSecond(), info.client(), startNanos));
  }

  /** Uses one turn on the calling thread. Does nothing unless the transfer waits for one. */
  void turn() {
    synchronized (this) {
      if (state != TransferState.QUEUED && state != TransferState.WAITING_TURN) {
        return;
      }
      moveTo(TransferState.SENDING, "turn granted");
    }
    if (home != null && body.remaining() > 0) {
      home.burstGranted();
    }
    Turn turn = bursts.begin(this::endWanted);
    while (turn == Turn.FULL_BLOCKING) {
      if (!blockForPeer()) {
        return;
      }
      turn = bursts.goOn(this::endWanted);
    }
    afterTurn(turn);
  }

  /** Holds the worker until the peer can take bytes; false if the transfer ended meanwhile. */
  private boolean blockForPeer() {
    if (!leaveTurn(TransferState.BLOCKED, "peer full, its worker waits")) {
      return false;
    }
    sink.awaitWritable(() -> wake(TransferState.BLOCKED, "peer writable"));
    if (!worker.waitWhile(() -> state() == TransferState.BLOCKED)) {
      // Nobody but a stopping server interrupts workers.
      end(Outcome.SHUTDOWN);
    }
    return state() == TransferState.SENDING;
  }

  private void afterTurn(Turn turn) {
    switch (turn) {
      case DONE -> endFromTurn(Outcome.COMPLETED);
      case PEER_GONE -> endFromTurn(Outcome.CLIENT_ABORTED);
      case CHANGED -> endFromTurn(Outcome.CHANGED);
      case FAILED -> endFromTurn(Outcome.IO_ERROR);
      case SPENT -> {
        if (leaveTurn(TransferState.WAITING_TURN, "burst spent")) {
          grantTurn();
        }
      }
      case PACED -> {
        long nanos = bursts.nanosUntilRateAllows();
        if (leaveTurn(TransferState.WAITING_RATE, "rate reached") && home != null) {
          home.after(nanos, () -> wake(TransferState.WAITING_RATE, "rate allows more"));
        }
      }
      case FULL, SPENT_BLOCKING, FULL_BLOCKING -> {
        if (leaveTurn(TransferState.WAITING_PEER, "the peer's turn")) {
          sink.awaitWritable(() -> wake(TransferState.WAITING_PEER, "peer writable"));
        }
      }
    }
  }

  private synchronized boolean endWanted() {
    return requestedEnd != null;
  }

  /** False if an end was asked for while sending; the transfer is finished then. */
  private boolean leaveTurn(TransferState next, String reason) {
    Outcome end;
    synchronized (this) {
      end = requestedEnd;
      if (end == null) {
        moveTo(next, reason);
      }
    }
    if (end != null) {
      endFromTurn(end);
    }
    return end == null;
  }

  private void endFromTurn(Outcome outcome) {
    synchronized (this) {
      moveTo(TransferState.FINISHED, outcome.label());
    }
    finish(outcome);
  }

  /** What it waited for is there: its own worker goes on, or it asks for a turn. */
  private void wake(TransferState from, String reason) {
    synchronized (this) {
      if (state != from) {
        return;
      }
      moveTo(
          from == TransferState.BLOCKED ? TransferState.SENDING : TransferState.WAITING_TURN,
          reason);
    }
    if (from == TransferState.BLOCKED) {
      worker.wake();
    } else {
      grantTurn();
    }
  }

  /**
   * Looks at the peer and the deadlines. Before a slow peer is given up it gets one more turn: the
   * kernel reports a socket writable only when a good part of its buffer is free, but takes single
   * bytes.
   */
  void tick() {
    if (sink.peerGone()) {
      end(Outcome.CLIENT_ABORTED);
      return;
    }
    long now = nanoTime.getAsLong();
    long max = terms.patience().maxNanos();
    if (max > 0 && now - startNanos >= max) {
      end(Outcome.TOO_SLOW);
      return;
    }
    long taken = sink.taken();
    TransferState from;
    Verdict verdict;
    synchronized (this) {
      from = state;
      verdict = from.waitsForPeer() ? peer.look(taken, now) : Verdict.FINE;
    }
    switch (verdict) {
      case FINE -> {}
      case LAST_CHANCE -> wake(from, "last chance");
      case STALLED -> giveUp(from, Outcome.STALLED);
      case TOO_SLOW -> giveUp(from, Outcome.TOO_SLOW);
    }
  }

  /** Ends a transfer whose peer has not moved since it was looked at. */
  private void giveUp(TransferState from, Outcome outcome) {
    synchronized (this) {
      if (state != from) {
        return;
      }
      moveTo(TransferState.FINISHED, outcome.label());
    }
    finish(outcome);
    worker.wake();
  }

  /**
   * Ends the transfer early, now or at the end of the running system call.
   *
   * @return false if it was over already
   */
  public boolean end(Outcome outcome) {
    synchronized (this) {
      if (state == TransferState.FINISHED || requestedEnd != null) {
        return false;
      }
      if (state == TransferState.SENDING) {
        requestedEnd = outcome;
        return true;
      }
      moveTo(TransferState.FINISHED, outcome.label());
    }
    finish(outcome);
    worker.wake();
    return true;
  }

  private void grantTurn() {
    if (home != null) {
      home.grantTurn(this);
    }
  }

  /** Every transition, with its reason. Called with the lock held. */
  private void moveTo(TransferState next, String reason) {
    if (LOG.isLoggable(Level.FINER)) {
      LOG.finer("transfer " + info.id().own() + ": " + state + " -> " + next + " (" + reason + ")");
    }
    if (state.waitsForPeer()) {
      peer.ourTurn(nanoTime.getAsLong());
    }
    if (next.waitsForPeer()) {
      peer.peersTurn(nanoTime.getAsLong());
    }
    state = next;
  }

  /** The one exit: file, buffers and exchange, then statistics and listeners. */
  private void finish(Outcome outcome) {
    try {
      body.close(outcome);
      bursts.close();
      sink.finish(outcome);
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING, e, () -> "transfer " + info.id().own() + " could not be closed cleanly");
    } finally {
      if (home != null) {
        home.finished(this, outcome, bursts.firstByteNanos(), nanoTime.getAsLong() - startNanos);
      }
    }
  }
}
