package io.sendfile.glassfish.sockets;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;

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

  /** Its options; null where {@link SocketOption}s are absent. */
  @Nullable KernelSocket kernel() {
    return KernelSocket.of(this);
  }

  /** Like {@link KernelSocket#boundUnsent}; does nothing where options are absent. */
  public void boundUnsent(int bytes) {
    KernelSocket kernel = kernel();
    if (kernel != null) {
      kernel.boundUnsent(bytes);
    }
  }

  /** Like {@link KernelSocket#pace}; false where options are absent. */
  public boolean pace(Object transfer, long bytesPerSecond) {
    KernelSocket kernel = kernel();
    return kernel != null && kernel.pace(transfer, bytesPerSecond);
  }

  /** Like {@link KernelSocket#unpace}. */
  public void unpace(Object transfer) {
    KernelSocket kernel = kernel();
    if (kernel != null) {
      kernel.unpace(transfer);
    }
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
