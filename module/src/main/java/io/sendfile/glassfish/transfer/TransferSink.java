package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.files.Outlet;
import io.sendfile.glassfish.spi.Outcome;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Port to one peer. The sending methods are called by one thread at a time and never block; {@link
 * #taken} and {@link #finish} may be called by any thread.
 */
public interface TransferSink extends Outlet {
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
   * Has the kernel spread the bytes it takes at about that rate, by which bursts on the wire become
   * an even flow. Called by the sending thread.
   *
   * @param bytesPerSecond at least 1
   * @return false if it cannot
   */
  default boolean pace(long bytesPerSecond) {
    return false;
  }

  /** Ends that, unless the connection has another transfer already; by any thread, at any time. */
  default void unpace() {}

  /** Calls {@code wakeUp} once, on any thread, as soon as the peer can take bytes or is gone. */
  void awaitWritable(Runnable wakeUp);

  /**
   * Whether accepted bytes wait for something that only concerns this transfer, and not for the
   * connection that it may share.
   */
  default boolean waitsAlone() {
    return false;
  }

  /** Whether the peer has gone, which an accepted write may not notice. */
  boolean peerGone();

  /** The outcome for a peer that has gone: the server may have given up their connection. */
  default Outcome whyGone() {
    return Outcome.CLIENT_ABORTED;
  }

  /** Releases buffers, then completes the exchange, or resets it unless {@code COMPLETED}. */
  void finish(Outcome outcome);

  /**
   * Whether accepted bytes still wait for the peer, though the sink was finished and did not
   * complete. Asked by any thread, until they do not.
   */
  default boolean lingers() {
    return false;
  }

  /** Body bytes that the kernel has taken from the connection, of all its transfers. */
  default long takenOfConnection() {
    return taken();
  }

  /** Closes the connection to a peer that does not take the bytes that linger. */
  default void giveUp() {}
}
