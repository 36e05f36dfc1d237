package io.sendfile.core.transfer;

import io.sendfile.core.threads.Thrown;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of an ended transfer that still wait for the peer in the queues of its connection, and the
 * claim on the memory they fill. Checked by one thread at a time.
 */
final class UnsentBytes {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final long number;
  private final TransferSink sink;
  private final Claim claim;
  private final StallDetector peer;
  private final LongSupplier nanoTime;

  private UnsentBytes(
      long number, TransferSink sink, Claim claim, long stallNanos, LongSupplier nanoTime) {
    this.number = number;
    this.sink = sink;
    this.claim = claim;
    this.peer = new StallDetector(new Deadlines(stallNanos, 0, 0));
    this.nanoTime = nanoTime;
    peer.peersTurn(nanoTime.getAsLong());
  }

  /**
   * The bytes left by a transfer whose sink is finished; null if there are none.
   *
   * @param number of {@link Transfer#number}
   */
  static @Nullable UnsentBytes of(
      long number, TransferSink sink, Claim claim, long stallNanos, LongSupplier nanoTime) {
    try {
      return sink.lingers() ? new UnsentBytes(number, sink, claim, stallNanos, nanoTime) : null;
    } catch (RuntimeException | Error e) {
      // The failure must not stop the end of the transfer.
      Thrown.log(LOG, e, "the unsent bytes of a transfer could not be counted");
      return null;
    }
  }

  /** That of its transfer. */
  long number() {
    return number;
  }

  Claim claim() {
    return claim;
  }

  /** Whether the peer has all of them, or is gone. Thread-safe. */
  boolean haveLeft() {
    return !sink.lingers();
  }

  /** Like {@link #haveLeft}, but also gives up a peer that took nothing for the stall timeout. */
  boolean tick() {
    if (haveLeft()) {
      return true;
    }
    long now = nanoTime.getAsLong();
    Acknowledged acknowledged = peer.inDoubt(now) ? sink.acknowledged() : null;
    if (peer.look(sink.takenOfConnection(), acknowledged, now) == StallDetector.Verdict.STALLED) {
      sink.giveUp();
    }
    return false;
  }
}
