package io.sendfile.glassfish.grizzly;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps a socket's descriptor from being freed, and its number given to another client, while the
 * kernel is sending a file to it. Before some version after 17 the JDK lets go of the channel's
 * locks in {@code transferTo}; but it never frees the descriptor of a channel that is registered
 * with a selector before that selector is asked. So each call borrows a selector of its own.
 * Thread-safe.
 */
final class DescriptorGuard implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  /** The first version that was seen to guard {@code transferTo} itself. */
  private static final int SAFE_JAVA_VERSION = 25;

  private final boolean needed;
  private volatile boolean closed;
  private final Queue<Selector> idle = new ConcurrentLinkedQueue<>();

  /** A guard for a Java version, such as 17. */
  DescriptorGuard(int javaVersion) {
    needed = javaVersion < SAFE_JAVA_VERSION;
  }

  /**
   * As {@link FileChannel#transferTo}.
   *
   * @throws java.nio.channels.ClosedChannelException if the socket is closed already
   */
  long transfer(FileChannel file, long position, long count, SocketChannel socket)
      throws IOException {
    if (!needed) {
      return file.transferTo(position, count, socket);
    }
    Selector anchor = borrow();
    try {
      SelectionKey key = socket.register(anchor, 0);
      try {
        return file.transferTo(position, count, socket);
      } finally {
        key.cancel();
        anchor.selectNow();
      }
    } finally {
      giveBack(anchor);
    }
  }

  private void giveBack(Selector selector) {
    idle.add(selector);
    if (closed) {
      close();
    }
  }

  private Selector borrow() throws IOException {
    Selector selector = idle.poll();
    return selector == null ? Selector.open() : selector;
  }

  @Override
  public void close() {
    closed = true;
    Selector selector;
    while ((selector = idle.poll()) != null) {
      try {
        selector.close();
      } catch (IOException e) {
        LOG.log(Level.FINE, "closing a selector", e);
      }
    }
  }
}
