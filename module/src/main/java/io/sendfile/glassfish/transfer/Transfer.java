package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.SendAlgorithm.Burst;
import io.sendfile.glassfish.spi.SendAlgorithm.Pace;
import io.sendfile.glassfish.spi.SendAlgorithm.Progress;
import java.io.IOException;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One download: {@code QUEUED → SENDING → WAITING_TURN | WAITING_PEER → … → FINISHED}. Thread-safe:
 * its lock guards the state only and is never held while the sink is called; exactly one thread is
 * SENDING; {@link #finish} runs exactly once.
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
    /** It is over; nothing of it is left. */
    FINISHED
  }

  private enum Turn {
    DONE,
    SPENT,
    FULL,
    PEER_GONE,
    CHANGED,
    FAILED
  }

  /** What the scheduler does for a transfer. */
  interface Home {
    void grantTurn(Transfer transfer);

    void burstSent();

    void finished(Transfer transfer, Outcome outcome, long firstByteNanos, long nanos);
  }

  private final TransferInfo info;
  private final Body body;
  private final TransferSink sink;
  private final Pace pace;
  private final LongSupplier nanoTime;
  private final StallWatch stall;
  private final long startNanos;
  private @Nullable Home home;
  private long firstByteNanos;

  private State state = State.QUEUED;
  private @Nullable Outcome requestedEnd;

  /**
   * A transfer that has not begun. It owns the body and the sink from now on.
   *
   * @param stallNanos longest time without a byte taken, 0 = none
   */
  public Transfer(
      TransferInfo info,
      Body body,
      TransferSink sink,
      Pace pace,
      long stallNanos,
      LongSupplier nanoTime) {
    this.info = info;
    this.body = body;
    this.sink = sink;
    this.pace = pace;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.stall = new StallWatch(stallNanos, startNanos);
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
    try {
      long now = nanoTime.getAsLong();
      if (body.remaining() > 0) {
        Burst burst = pace.next(new Progress(body.sent(), body.remaining(), now));
        Turn turn = send(burst.bytes());
        noteFirstByte();
        return turn;
      }
      return sink.flushed() ? Turn.DONE : Turn.FULL;
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> "transfer " + info.id() + " failed while sending");
      return body.fileReadable() ? Turn.PEER_GONE : Turn.FAILED;
    } catch (RuntimeException | Error e) {
      // Also an Error of a plug-in or of a full heap must not leave a transfer behind.
      LOG.log(Level.WARNING, e, () -> "transfer " + info.id() + " failed unexpectedly");
      return Turn.FAILED;
    }
  }

  private Turn send(long burst) throws IOException {
    long budget = burst;
    while (budget > 0 && body.remaining() > 0) {
      long n = body.sendSome(sink, budget);
      if (n == 0) {
        // What is still on its way to the peer is not lost by what happens to the file.
        return sink.flushed() && body.fileShrank() ? Turn.CHANGED : Turn.FULL;
      }
      budget -= n;
    }
    if (home != null) {
      home.burstSent();
    }
    if (body.remaining() > 0) {
      return Turn.SPENT;
    }
    return sink.flushed() ? Turn.DONE : Turn.FULL;
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
      case FULL -> {
        if (leaveTurn(State.WAITING_PEER, "peer full")) {
          sink.awaitWritable(this::peerWritable);
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

  private void peerWritable() {
    synchronized (this) {
      if (state != State.WAITING_PEER) {
        return;
      }
      moveTo(State.WAITING_TURN, "peer writable");
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
      body.close();
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
