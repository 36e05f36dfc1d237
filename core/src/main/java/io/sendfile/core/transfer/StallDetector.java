package io.sendfile.core.transfer;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Detects a stalled or too slow peer. Only the time in which the transfer waits for the peer
 * counts, as waits for a place, a worker or a rate are not the peer's fault. Not thread-safe; reads
 * no clock.
 *
 * <p>A byte taken by the kernel is progress. The kernel takes none while a steady reader drains a
 * third of the send buffer, so an acknowledgement is progress, too. Acknowledgements are known only
 * from the first query on, so the time restarts there.
 *
 * <p>Behind a closed window a steady reader is silent, too: until a part of its receive buffer is
 * free, or while it pauses after a lump, as some keep a rate. So the bytes that it has got pay for
 * such a silence, up to a multiple of the stall timeout.
 */
public final class StallDetector {
  /** Verdict about the peer. */
  public enum Verdict {
    /** The peer has time left. */
    FINE,
    /** The time is over, unless the peer takes bytes in one more turn. */
    LAST_CHANCE,
    /** The peer took no byte for too long. */
    STALLED,
    /** The peer fell too far behind the lowest rate. */
    TOO_SLOW
  }

  /** Seconds by which a peer may fall behind the lowest rate. */
  static final long GRACE_SECONDS = 10;

  /** Bytes that may have reached the peer unseen, in buffers below the transfer. */
  static final long UNSEEN_BYTES = 64 << 10;

  /** Part of its receive buffer, as a divisor, that a reader empties before its system tells. */
  private static final int TOLD_PART = 16;

  /** That of a buffer of 32 MiB. */
  private static final long MOST_UNTOLD = 2 << 20;

  /** Bytes that pay for another stall timeout of silence behind a closed window. */
  private static final long BYTES_FOR_A_TIMEOUT = 512 << 10;

  /** Longest silence behind a closed window, in stall timeouts. */
  private static final int LONGEST_PAUSE = 5;

  /** Part of the stall timeout, as a divisor, that passes before the kernel is queried. */
  private static final int DOUBT_AFTER = 8;

  /** Longest time between two looks: acknowledgements are known once a second. */
  private static final long MOST_TO_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long NEVER_ASKED = Long.MIN_VALUE;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Deadlines deadlines;
  private boolean waiting;
  private long sinceNanos;
  private long seenTaken;
  private long idleNanos;
  private double bytesBehind;
  private long got;
  private long paidNanos;

  /** Whether the window was closed in this silence: its system lives. */
  private boolean pauses;

  private long position;
  private long horizon = NEVER_ASKED;
  private long acknowledgedAhead;
  private boolean hadChanceToMove;
  private boolean hadChanceToCatchUp;

  /** A detector whose time has yet to start. */
  public StallDetector(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  /** Starts or stops the time, which runs while the transfer waits for the peer. */
  void move(TransferState from, TransferState to, long nowNanos) {
    if (from.waitsForPeer()) {
      ourTurn(nowNanos);
    }
    if (to.waitsForPeer()) {
      peersTurn(nowNanos);
    }
  }

  /** Starts the time: the transfer waits for the peer. */
  public void peersTurn(long nowNanos) {
    waiting = true;
    sinceNanos = nowNanos;
  }

  /** Stops the time. */
  void ourTurn(long nowNanos) {
    pass(nowNanos);
    waiting = false;
  }

  private void pass(long nowNanos) {
    if (waiting) {
      long nanos = nowNanos - sinceNanos;
      sinceNanos = nowNanos;
      idleNanos += nanos;
      paidNanos = Math.max(0, paidNanos - nanos);
      bytesBehind += nanos * (deadlines.minBytesPerSecond() / NANOS_PER_SECOND);
    }
  }

  /** Whether acknowledgements are needed for a verdict. */
  boolean inDoubt(long nowNanos) {
    pass(nowNanos);
    long stallNanos = deadlines.stallNanos();
    return (stallNanos > 0 && idleNanos >= stallNanos / DOUBT_AFTER)
        || 2 * bytesBehind > bytesAllowedBehind();
  }

  /**
   * The verdict, given the bytes taken until now. Called while the transfer waits for the peer.
   *
   * @param acknowledged by the peer until now; null if unknown
   */
  public Verdict look(long taken, @Nullable Acknowledged acknowledged, long nowNanos) {
    pass(nowNanos);
    if (taken != seenTaken) {
      took(taken - seenTaken);
      seenTaken = taken;
      horizon = NEVER_ASKED;
    } else if (acknowledged != null) {
      note(acknowledged);
    }
    if (acknowledged != null) {
      pay(taken - (acknowledged.horizon() - acknowledged.position()));
      pauses |= acknowledged.windowClosed();
    }
    if (deadlines.stallNanos() > 0 && nanosToStall() <= 0) {
      boolean over = hadChanceToMove;
      hadChanceToMove = true;
      return over ? Verdict.STALLED : Verdict.LAST_CHANCE;
    }
    boolean late = bytesBehind > bytesAllowedBehind();
    boolean over = late && hadChanceToCatchUp;
    hadChanceToCatchUp = late;
    if (over) {
      return Verdict.TOO_SLOW;
    }
    return late ? Verdict.LAST_CHANCE : Verdict.FINE;
  }

  /** Time until the next look at a peer that was found fine. */
  long nanosToLook() {
    long stallNanos = deadlines.stallNanos();
    if (stallNanos == 0) {
      return MOST_TO_LOOK_NANOS;
    }
    long toDoubt = Math.min(stallNanos / DOUBT_AFTER, nanosToStall());
    return Math.min(MOST_TO_LOOK_NANOS, toDoubt);
  }

  private long nanosToStall() {
    long left = deadlines.stallNanos() - idleNanos;
    return pauses ? Math.max(left, paidNanos) : left;
  }

  private long bytesAllowedBehind() {
    long untold = pauses ? Math.min(got / TOLD_PART, MOST_UNTOLD) : 0;
    return deadlines.minBytesPerSecond() * GRACE_SECONDS + Math.max(UNSEEN_BYTES, untold);
  }

  /**
   * The peer pays for its silence.
   *
   * @param bytes that it has got at least, as others of its connection may wait instead of its own
   */
  private void pay(long bytes) {
    if (bytes > got) {
      long stallNanos = deadlines.stallNanos();
      double paid = paidNanos + (double) (bytes - got) / BYTES_FOR_A_TIMEOUT * stallNanos;
      long most = Math.max(0, LONGEST_PAUSE * stallNanos - idleNanos);
      paidNanos = paid < most ? (long) paid : most;
      got = bytes;
    }
  }

  /** Bytes whose room came from counted acknowledgements do not count again. */
  private void took(long bytes) {
    long known = Math.min(acknowledgedAhead, bytes);
    acknowledgedAhead -= known;
    moved(bytes - known);
  }

  /**
   * Acknowledgements of bytes from before the first query are progress; later ones may belong to
   * another stream of the connection, while this one is kept waiting.
   */
  private void note(Acknowledged now) {
    if (horizon == NEVER_ASKED) {
      horizon = now.horizon();
      position = now.position();
      moved(0);
    } else if (position < horizon) {
      long bytes = now.position() - position;
      position = now.position();
      if (bytes > 0) {
        acknowledgedAhead += bytes;
        moved(bytes);
      }
    }
  }

  private void moved(long bytes) {
    // Caps an earlier lead, which is no excuse for a slow peer now.
    bytesBehind = Math.max(0, bytesBehind - bytes);
    idleNanos = 0;
    pauses = false;
    hadChanceToMove = false;
  }
}
