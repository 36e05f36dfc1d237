package io.sendfile.grizzly.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
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

  /**
   * Whether the client has closed its side, or reset the connection, which a server that neither
   * reads nor writes is not told. A few system calls; the kernel's table at most once a second.
   */
  public boolean hasEnded() {
    try {
      SocketChannel channel = channel();
      boolean readable =
          poller
              .selectors()
              .registered(channel, SelectionKey.OP_READ, key -> key.selector().selectNow() > 0);
      // With TLS, the last bytes of the client are there to be read before the end.
      return readable
          && (channel.socket().getInputStream().available() == 0 || isHalfClosed(channel));
    } catch (IOException e) {
      return true;
    }
  }

  private static boolean isHalfClosed(SocketChannel channel) throws IOException {
    return channel.getLocalAddress() instanceof InetSocketAddress local
        && channel.getRemoteAddress() instanceof InetSocketAddress remote
        && SendQueues.OF_THIS_PROCESS.hasEnded(local, remote);
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
