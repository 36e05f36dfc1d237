package io.sendfile.glassfish.transfer;

import org.jspecify.annotations.Nullable;

/**
 * Tells when a peer has had time enough. Its time runs only while the transfer waits for the peer:
 * waiting for a place, a worker or the rate is not the peer's fault. Not thread-safe; reads no
 * clock.
 *
 * <p>Progress is a byte the kernel took. It takes none for as long as a steady reader needs for a
 * third of the send buffer; so an acknowledgement is progress, too. As that is known from the first
 * question on only, the time begins anew there.
 */
final class PeerWatch {
  /** What is to be done about the peer. */
  enum Verdict {
    /** It has time left. */
    FINE,
    /** It is to be given up, unless it takes bytes in one more turn. */
    LAST_CHANCE,
    /** It took no byte for too long. */
    STALLED,
    /** It fell too far behind the lowest rate. */
    TOO_SLOW
  }

  /** How far a peer may fall behind the lowest rate. */
  static final long GRACE_SECONDS = 10;

  /** Bytes that may have reached the peer unseen, in buffers below the transfer. */
  static final long UNSEEN_BYTES = 64 << 10;

  /** This part of the stall timeout may pass before the kernel is worth a question. */
  private static final int DOUBT_AFTER = 8;

  private static final long NEVER_ASKED = Long.MIN_VALUE;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Patience patience;
  private boolean waiting;
  private long sinceNanos;
  private long seenTaken;
  private long idleNanos;
  private double bytesBehind;
  private long position;
  private long horizon = NEVER_ASKED;
  private long acknowledgedAhead;
  private boolean hadChanceToMove;
  private boolean hadChanceToCatchUp;

  PeerWatch(Patience patience) {
    this.patience = patience;
  }

  /** From now on the transfer waits for the peer. */
  void peersTurn(long nowNanos) {
    waiting = true;
    sinceNanos = nowNanos;
  }

  /** From now on it does not. */
  void ourTurn(long nowNanos) {
    pass(nowNanos);
    waiting = false;
  }

  private void pass(long nowNanos) {
    if (waiting) {
      long nanos = nowNanos - sinceNanos;
      sinceNanos = nowNanos;
      idleNanos += nanos;
      bytesBehind += nanos * (patience.minBytesPerSecond() / NANOS_PER_SECOND);
    }
  }

  /** Whether it should be known what the peer has acknowledged before it is judged. */
  boolean inDoubt(long nowNanos) {
    pass(nowNanos);
    long stallNanos = patience.stallNanos();
    return (stallNanos > 0 && idleNanos >= stallNanos / DOUBT_AFTER)
        || 2 * bytesBehind > bytesAllowedBehind();
  }

  /**
   * Judges, given the bytes taken until now. To be called while the transfer waits for it.
   *
   * @param acknowledged by the peer until now; null if nobody asked or nobody knows
   */
  Verdict look(long taken, @Nullable Acknowledged acknowledged, long nowNanos) {
    pass(nowNanos);
    if (taken != seenTaken) {
      took(taken - seenTaken);
      seenTaken = taken;
      horizon = NEVER_ASKED;
    } else if (acknowledged != null) {
      note(acknowledged);
    }
    if (patience.stallNanos() > 0 && idleNanos >= patience.stallNanos()) {
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

  private long bytesAllowedBehind() {
    return patience.minBytesPerSecond() * GRACE_SECONDS + UNSEEN_BYTES;
  }

  /** Bytes for which room came by acknowledgements that were noted do not count again. */
  private void took(long bytes) {
    long known = Math.min(acknowledgedAhead, bytes);
    acknowledgedAhead -= known;
    moved(bytes - known);
  }

  /**
   * Acknowledgements of what the connection was given before the first question are progress; later
   * ones may be for another stream of the connection, while this one is kept waiting.
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
    // What it was ahead once does not excuse it now.
    bytesBehind = Math.max(0, bytesBehind - bytes);
    idleNanos = 0;
    hadChanceToMove = false;
  }
}
