package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.transfer.Bursts.Turn;
import java.io.IOException;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One download: {@code QUEUED → SENDING → WAITING_TURN | WAITING_PEER | WAITING_RATE → … →
 * FINISHED}. Thread-safe: its lock guards the state only and is never held while the sink is
 * called; exactly one thread is SENDING; {@link #finish} runs exactly once.
 */
public final class Transfer {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  /** Where a transfer stands. */
  public enum State {
    /** Admitted, but it has not had a turn yet. */
    QUEUED,
    /** A thread moves its bytes. */
    SENDING,
    /** It could send and waits for a worker. */
    WAITING_TURN,
    /** The peer takes no byte now. */
    WAITING_PEER,
    /** It has sent as much as its rate allows for the moment. */
    WAITING_RATE,
    /** It is over; nothing of it is left. */
    FINISHED
  }

  /** What the scheduler does for a transfer. */
  interface Home {
    void grantTurn(Transfer transfer);

    void after(long nanos, Runnable action);

    void burstGranted();

    void finished(Transfer transfer, Outcome outcome, long firstByteNanos, long nanos);
  }

  private final TransferInfo info;
  private final Body body;
  private final TransferSink sink;
  private final Bursts bursts;
  private final LongSupplier nanoTime;
  private final StallWatch stall;
  private final long startNanos;
  private @Nullable Home home;
  private long firstByteNanos;

  private State state = State.QUEUED;
  private @Nullable Outcome requestedEnd;

  /** A transfer that has not begun. It owns the body and the sink from now on. */
  public Transfer(
      TransferInfo info, Body body, TransferSink sink, TransferTerms terms, LongSupplier nanoTime) {
    this.info = info;
    this.body = body;
    this.sink = sink;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.stall = new StallWatch(terms.stallNanos(), startNanos);
    this.bursts = new Bursts(body, sink, terms, startNanos);
  }

  /** What it is about. */
  public TransferInfo info() {
    return info;
  }

  /** Where it stands now. */
  public synchronized State state() {
    return state;
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

  void attach(Home newHome) {
    home = newHome;
  }

  /** Uses one turn on the calling thread. Does nothing unless the transfer waits for one. */
  void turn() {
    synchronized (this) {
      if (state != State.QUEUED && state != State.WAITING_TURN) {
        return;
      }
      moveTo(State.SENDING, "turn granted");
    }
    afterTurn(sendBurst());
  }

  private Turn sendBurst() {
    if (home != null && body.remaining() > 0) {
      home.burstGranted();
    }
    try {
      return bursts.send(nanoTime.getAsLong());
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> "transfer " + info.id() + " failed while sending");
      return body.fileReadable() ? Turn.PEER_GONE : Turn.FAILED;
    } catch (RuntimeException | Error e) {
      // Also an Error of a plug-in or of a full heap must not leave a transfer behind.
      LOG.log(Level.WARNING, e, () -> "transfer " + info.id() + " failed unexpectedly");
      return Turn.FAILED;
    } finally {
      noteFirstByte();
    }
  }

  private void noteFirstByte() {
    if (firstByteNanos == 0 && sink.taken() > 0) {
      firstByteNanos = Math.max(1, nanoTime.getAsLong() - startNanos);
    }
  }

  private void afterTurn(Turn turn) {
    switch (turn) {
      case DONE -> endFromTurn(Outcome.COMPLETED);
      case PEER_GONE -> endFromTurn(Outcome.CLIENT_ABORTED);
      case CHANGED -> endFromTurn(Outcome.CHANGED);
      case FAILED -> endFromTurn(Outcome.IO_ERROR);
      case SPENT -> {
        if (leaveTurn(State.WAITING_TURN, "burst spent")) {
          grantTurn();
        }
      }
      case PACED -> {
        if (leaveTurn(State.WAITING_RATE, "rate reached") && home != null) {
          home.after(
              bursts.nanosUntilRateAllows(), () -> wake(State.WAITING_RATE, "rate allows more"));
        }
      }
      case FULL -> {
        if (leaveTurn(State.WAITING_PEER, "peer full")) {
          sink.awaitWritable(() -> wake(State.WAITING_PEER, "peer writable"));
        }
      }
    }
  }

  /** False if an end was asked for while sending; the transfer is finished then. */
  private boolean leaveTurn(State next, String reason) {
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
      moveTo(State.FINISHED, outcome.label());
    }
    finish(outcome);
  }

  private void wake(State from, String reason) {
    synchronized (this) {
      if (state != from) {
        return;
      }
      moveTo(State.WAITING_TURN, reason);
    }
    grantTurn();
  }

  /**
   * Looks at the deadline. Before a stalled transfer is given up it gets one more turn: the kernel
   * reports a socket writable only when a good part of its buffer is free, but takes single bytes.
   */
  void tick() {
    long taken = sink.taken();
    boolean over;
    synchronized (this) {
      boolean idle = state == State.WAITING_PEER || state == State.QUEUED;
      if (!idle || !stall.due(taken, nanoTime.getAsLong())) {
        return;
      }
      over = state == State.QUEUED || !stall.takeLastChance();
      if (over) {
        moveTo(State.FINISHED, Outcome.STALLED.label());
      } else {
        moveTo(State.WAITING_TURN, "last chance before the stall timeout");
      }
    }
    if (over) {
      finish(Outcome.STALLED);
    } else {
      grantTurn();
    }
  }

  /**
   * Ends the transfer early, now or at the end of the running turn.
   *
   * @return false if it was over already
   */
  public boolean end(Outcome outcome) {
    synchronized (this) {
      if (state == State.FINISHED || requestedEnd != null) {
        return false;
      }
      if (state == State.SENDING) {
        requestedEnd = outcome;
        return true;
      }
      moveTo(State.FINISHED, outcome.label());
    }
    finish(outcome);
    return true;
  }

  private void grantTurn() {
    if (home != null) {
      home.grantTurn(this);
    }
  }

  /** Every transition, with its reason. Called with the lock held. */
  private void moveTo(State next, String reason) {
    if (LOG.isLoggable(Level.FINER)) {
      LOG.finer("transfer " + info.id() + ": " + state + " -> " + next + " (" + reason + ")");
    }
    state = next;
  }

  /** The one exit: file, buffers and exchange, then statistics and listeners. */
  private void finish(Outcome outcome) {
    try {
      body.close(outcome);
      noteFirstByte();
      sink.finish(outcome);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, e, () -> "transfer " + info.id() + " could not be closed cleanly");
    } finally {
      if (home != null) {
        home.finished(this, outcome, firstByteNanos, nanoTime.getAsLong() - startNanos);
      }
    }
  }
}
