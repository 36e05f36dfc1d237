package io.sendfile.core.transfer;

import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.StallDetector.Verdict;
import io.sendfile.core.transfer.TransferSink.Acknowledged;
import io.sendfile.core.transfer.TransferTerms.Deadlines;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of an ended transfer that still wait for the peer in the queues of its connection, and the
 * claim on the memory they fill. Checked by one thread at a time.
 */
final class UnsentBytes {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.transfer");

  private final TransferSink sink;
  private final Claim claim;
  private final StallDetector peer;
  private final LongSupplier nanoTime;

  private UnsentBytes(TransferSink sink, TransferTerms terms, LongSupplier nanoTime) {
    this.sink = sink;
    this.claim = terms.claim();
    this.peer = new StallDetector(new Deadlines(terms.deadlines().stallNanos(), 0, 0));
    this.nanoTime = nanoTime;
    peer.peersTurn(nanoTime.getAsLong());
  }

  /** The bytes left by a transfer whose sink is finished; null if there are none. */
  static @Nullable UnsentBytes of(TransferSink sink, TransferTerms terms, LongSupplier nanoTime) {
    try {
      return sink.lingers() ? new UnsentBytes(sink, terms, nanoTime) : null;
    } catch (RuntimeException | Error e) {
      // The failure must not stop the end of the transfer.
      Thrown.log(LOG, e, "the unsent bytes of a transfer could not be counted");
      return null;
    }
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
    if (peer.look(sink.takenOfConnection(), acknowledged, now) == Verdict.STALLED) {
      sink.giveUp();
    }
    return false;
  }
}
