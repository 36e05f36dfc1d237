package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.threads.Thrown;
import io.sendfile.glassfish.transfer.Bursts.Turn;
import io.sendfile.glassfish.transfer.Transitions.End;
import io.sendfile.glassfish.transfer.Transitions.Look;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One download: {@code QUEUED → SENDING → BLOCKED | WAITING_TURN | WAITING_PEER | WAITING_RATE → …
 * → FINISHED}. Thread-safe: the lock of its {@link Transitions} guards the state only and is never
 * held while the sink is called; exactly one thread is SENDING; {@link #finish} runs exactly once.
 */
public final class Transfer {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final TransferInfo info;
  private final Body body;
  private final TransferSink sink;
  private final TransferTerms terms;
  private final Bursts bursts;
  private final LongSupplier nanoTime;
  private final Transitions transitions;
  private final RateMeter speed;
  private final BlockedWorker worker = new BlockedWorker();
  private final long startNanos;
  private @Nullable TransferHome home;

  /** A transfer that has not begun. It takes ownership of body and sink. */
  public Transfer(
      TransferInfo info, Body body, TransferSink sink, TransferTerms terms, LongSupplier nanoTime) {
    this.info = info;
    this.body = body;
    this.sink = sink;
    this.terms = terms;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.speed = new RateMeter(startNanos);
    this.transitions =
        new Transitions(info.id().own(), new StallDetector(terms.patience()), nanoTime);
    this.bursts = new Bursts(info.id().own(), body, sink, terms, nanoTime, transitions::endWanted);
  }

  /** Its description. */
  public TransferInfo info() {
    return info;
  }

  /** Its state now. */
  public TransferState state() {
    return transitions.state();
  }

  /** Its complete snapshot. */
  public TransferSnapshot snapshot() {
    long taken = sink.taken();
    long now = nanoTime.getAsLong();
    speed.sample(taken, now);
    return new TransferSnapshot(
        info,
        terms.algorithm(),
        state(),
        body.range(),
        taken,
        body.length(),
        speed.bytesPerSecond(now),
        bursts.bytesPerSecond(),
        terms.rates().ceiling(bursts.bytesPerSecond()),
        Duration.ofNanos(now - startNanos));
  }

  /** Its bytes of the file, as in {@code 0-99,500-599}; empty for the whole file. */
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

  /** Counted bytes; after its end, all of them. */
  long counted() {
    return bursts.counted();
  }

  /** Total body bytes. */
  public long length() {
    return body.length();
  }

  /** Its terms: pacing, counting, listeners. */
  TransferTerms terms() {
    return terms;
  }

  /** Rank of its next turn. */
  TurnOrder.Rank rank() {
    if (!terms.newcomersFirst()) {
      return TurnOrder.Rank.EQUAL;
    }
    return state() == TransferState.QUEUED ? TurnOrder.Rank.NEWCOMER : TurnOrder.Rank.ELDER;
  }

  /** Its own workers, or the common ones. */
  TurnQueue turns(TurnQueue common) {
    TurnQueue own = terms.turns();
    return own == null ? common : own;
  }

  void attach(TransferHome newHome) {
    home = newHome;
    bursts.limit(
        terms.bytesPerSecond(),
        rate -> terms.rates().limit(rate, info.client(), nanoTime.getAsLong()));
  }

  /**
   * Sets its own highest rate, from the next system call on; its shared rates stay.
   *
   * @param bytesPerSecond at least 0; 0 = none
   */
  public void limit(long bytesPerSecond) {
    bursts.want(bytesPerSecond);
    wake(TransferState.WAITING_RATE, "another rate");
  }

  /** Runs one turn on the calling thread. Does nothing unless the transfer waits for one. */
  void turn() {
    if (!transitions.begin()) {
      return;
    }
    Turn turn = bursts.begin();
    try {
      while (turn == Turn.FULL_BLOCKING) {
        if (!blockForPeer()) {
          return;
        }
        turn = bursts.goOn();
      }
      afterTurn(turn);
    } catch (RuntimeException | Error e) {
      // By now it may wait for an event that never comes.
      Thrown.log(LOG, e, "the transfer failed unexpectedly", info.id().own());
      end(Outcome.IO_ERROR);
    }
  }

  /** Parks the worker until the peer can take bytes; false if the transfer ended meanwhile. */
  private boolean blockForPeer() {
    if (!leaveTurn(TransferState.BLOCKED, "peer full, its worker waits")) {
      return false;
    }
    sink.awaitWritable(() -> wake(TransferState.BLOCKED, "peer writable"));
    if (!worker.waitWhile(() -> state() == TransferState.BLOCKED)) {
      // Only a stopping server interrupts workers.
      end(Outcome.SHUTDOWN);
    }
    return state() == TransferState.SENDING;
  }

  private void afterTurn(Turn turn) {
    switch (turn) {
      case DONE -> endFromTurn(Outcome.COMPLETED);
      case PEER_GONE -> endFromTurn(sink.whyGone());
      case CHANGED -> endFromTurn(Outcome.CHANGED);
      case FAILED -> endFromTurn(Outcome.IO_ERROR);
      case SPENT -> {
        if (leaveTurn(TransferState.WAITING_TURN, "burst spent")) {
          grantTurn();
        }
      }
      case PACED -> {
        long nanos = bursts.nanosUntilRateAllows();
        if (leaveTurn(TransferState.WAITING_RATE, "rate reached")) {
          awaitRate(nanos);
        }
      }
      case FULL, SPENT_BLOCKING, FULL_BLOCKING -> {
        if (leaveTurn(TransferState.WAITING_PEER, "the peer's turn")) {
          sink.awaitWritable(() -> wake(TransferState.WAITING_PEER, "peer writable"));
        }
      }
    }
  }

  private void awaitRate(long nanos) {
    if (bursts.wantsOtherRate()) {
      // Requested before this wait was visible to others.
      wake(TransferState.WAITING_RATE, "another rate");
    } else if (home != null) {
      home.after(nanos, () -> wake(TransferState.WAITING_RATE, "rate allows more"));
    }
  }

  /** False if an end was requested during sending; the transfer is finished then. */
  private boolean leaveTurn(TransferState next, String reason) {
    Outcome end = transitions.leave(next, reason);
    if (end != null) {
      finish(end);
    }
    return end == null;
  }

  private void endFromTurn(Outcome outcome) {
    transitions.move(TransferState.SENDING, TransferState.FINISHED, outcome.label());
    finish(outcome);
  }

  /** Wakes it after a wait: its own worker continues, or it queues for a turn. */
  private void wake(TransferState from, String reason) {
    boolean blocked = from == TransferState.BLOCKED;
    TransferState next = blocked ? TransferState.SENDING : TransferState.WAITING_TURN;
    if (!transitions.move(from, next, reason)) {
      return;
    }
    if (blocked) {
      worker.wake();
    } else {
      grantTurn();
    }
  }

  /**
   * Checks the peer and the deadlines. A slow peer gets one more turn before the end: the kernel
   * reports a socket writable only when a good part of its buffer is free, but takes single bytes.
   */
  void tick() {
    if (sink.peerGone()) {
      end(sink.whyGone());
      return;
    }
    long now = nanoTime.getAsLong();
    long max = terms.patience().maxNanos();
    if (max > 0 && now - startNanos >= max) {
      end(Outcome.TOO_SLOW);
      return;
    }
    speed.sample(sink.taken(), now);
    Look look = transitions.look(sink, now);
    switch (look.verdict()) {
      case FINE -> {}
      case LAST_CHANCE -> wake(look.from(), "last chance");
      case STALLED -> giveUp(look.from(), Outcome.STALLED);
      case TOO_SLOW -> giveUp(look.from(), Outcome.TOO_SLOW);
    }
  }

  /** Ends a transfer whose peer has not moved since the check. */
  private void giveUp(TransferState from, Outcome outcome) {
    if (transitions.move(from, TransferState.FINISHED, outcome.label())) {
      finish(outcome);
      worker.wake();
    }
  }

  /**
   * Ends the transfer early, now or after the running system call.
   *
   * @return false if it was over already
   */
  public boolean end(Outcome outcome) {
    End end = transitions.end(outcome);
    if (end == End.NOW) {
      finish(outcome);
      worker.wake();
    }
    return end != End.TOO_LATE;
  }

  private void grantTurn() {
    if (home != null) {
      home.grantTurn(this);
    }
  }

  /** The only exit: file, buffers and exchange, then statistics and listeners. */
  private void finish(Outcome outcome) {
    try {
      bursts.close(outcome);
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "the transfer could not be closed cleanly", info.id().own());
    }
    if (home != null) {
      Remains left = outcome == Outcome.COMPLETED ? null : Remains.of(sink, terms, nanoTime);
      long nanos = nanoTime.getAsLong() - startNanos;
      home.finished(this, left, outcome, bursts.firstByteNanos(), nanos);
    }
  }
}
