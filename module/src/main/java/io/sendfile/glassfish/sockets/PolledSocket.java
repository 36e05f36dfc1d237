package io.sendfile.glassfish.sockets;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * The socket of a connection, with the poller for its writability; for one transfer at a time.
 * Thread-safe.
 *
 * @param connection on a socket
 */
public record PolledSocket(NIOConnection connection, WritePoller poller) {
  /** The socket itself. */
  public SocketChannel channel() {
    return (SocketChannel) connection.getChannel();
  }

  /** Its options. */
  public KernelSocket kernel() {
    return KernelSocket.of(this);
  }

  /**
   * Whether it can be written to now.
   *
   * @throws IOException if it is closed
   */
  boolean writable() throws IOException {
    return poller.selectors().writable(channel());
  }

  /** Runs {@code wakeUp} once, as soon as it is writable or broken, unless released. */
  public void await(Runnable wakeUp) {
    SocketChannel channel = channel();
    if (poller.await(channel, wakeUp)) {
      CloseListener<Closeable, CloseType> forget = (closed, type) -> poller.forget(channel);
      connection.addCloseListener(forget);
    }
  }

  /** Drops the pending wake-up. */
  public void release() {
    poller.release(channel());
  }
}
