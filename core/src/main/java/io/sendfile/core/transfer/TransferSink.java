package io.sendfile.core.transfer;

import io.sendfile.core.files.Sink;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Port to one peer. The sending methods are called by one thread at a time and never block; {@link
 * #taken} and {@link #finish} may be called by any thread.
 */
public interface TransferSink extends Sink {
  /**
   * Whether the kernel has taken every accepted byte.
   *
   * @throws IOException if the peer is gone
   */
  boolean flushed() throws IOException;

  /** Body bytes the kernel has taken. */
  long taken();

  /** Acknowledgements by the peer; null if unknown. */
  default @Nullable Acknowledged acknowledged() {
    return null;
  }

  /** Body bytes that went from file to socket without passing through the JVM. */
  long zeroCopied();

  /**
   * Makes the kernel pace the bytes at about that rate, so that they leave evenly and not in
   * bursts. Called by the sending thread.
   *
   * @param bytesPerSecond at least 1
   * @return false if it cannot
   */
  default boolean pace(long bytesPerSecond) {
    return false;
  }

  /**
   * Ends the pacing, unless the connection already has another transfer; by any thread, at any
   * time.
   */
  default void unpace() {}

  /** Calls {@code wakeUp} once, on any thread, as soon as the peer can take bytes or is gone. */
  void awaitWritable(Runnable wakeUp);

  /**
   * Whether accepted bytes wait for a reason of this transfer only, such as the window of its
   * stream, and not for the shared connection.
   */
  default boolean waitsAlone() {
    return false;
  }

  /** Whether the peer has gone, which a write may not detect. */
  boolean peerGone();

  /**
   * Whether the peer has closed its side, which {@link #peerGone} may not detect while nothing is
   * written. Costs some system calls: for transfers that work without sending.
   */
  default boolean peerLeft() {
    return false;
  }

  /** The outcome when the peer has gone; another one if the server has given the connection up. */
  default Outcome whyGone() {
    return Outcome.CLIENT_ABORTED;
  }

  /** Releases buffers, then completes the exchange, or resets it unless {@code COMPLETED}. */
  void finish(Outcome outcome);

  /**
   * Whether accepted bytes still wait for the peer after the sink has finished without completing.
   * Called by any thread, until it is false.
   */
  default boolean lingers() {
    return false;
  }

  /** Body bytes of all transfers of the connection that the kernel has taken. */
  default long takenOfConnection() {
    return taken();
  }

  /** Closes the connection to a peer that does not take the bytes that linger. */
  default void giveUp() {}
}
