package io.sendfile.glassfish.transfer;

/**
 * Tells when a peer has had time enough. Its time runs only while the transfer waits for the peer:
 * waiting for a place, a worker or the rate is not the peer's fault. Not thread-safe; reads no
 * clock.
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

  private static final double NANOS_PER_SECOND = 1e9;

  private final Patience patience;
  private boolean waiting;
  private long sinceNanos;
  private long seenTaken;
  private long idleNanos;
  private double bytesBehind;
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

  /** Judges, given the bytes taken until now. To be called while the transfer waits for it. */
  Verdict look(long taken, long nowNanos) {
    pass(nowNanos);
    if (taken != seenTaken) {
      // What it was ahead once does not excuse it now.
      bytesBehind = Math.max(0, bytesBehind - (taken - seenTaken));
      seenTaken = taken;
      idleNanos = 0;
      hadChanceToMove = false;
    }
    if (patience.stallNanos() > 0 && idleNanos >= patience.stallNanos()) {
      boolean over = hadChanceToMove;
      hadChanceToMove = true;
      return over ? Verdict.STALLED : Verdict.LAST_CHANCE;
    }
    boolean late = bytesBehind > patience.minBytesPerSecond() * GRACE_SECONDS + UNSEEN_BYTES;
    boolean over = late && hadChanceToCatchUp;
    hadChanceToCatchUp = late;
    if (over) {
      return Verdict.TOO_SLOW;
    }
    return late ? Verdict.LAST_CHANCE : Verdict.FINE;
  }
}
