package io.sendfile.grizzly.sockets;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A pool of selectors, borrowed for the time of one call. Thread-safe. */
final class SpareSelectors implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.grizzly");

  private volatile boolean closed;
  private final Queue<Selector> idle = new ConcurrentLinkedQueue<>();

  /** A call while a channel is registered. */
  @FunctionalInterface
  interface Call<T> {
    T with(SelectionKey key) throws IOException;
  }

  /**
   * Makes a call while a socket is registered with a selector, for those operations.
   *
   * @throws java.nio.channels.ClosedChannelException if the socket is closed already
   */
  <T> T registered(SocketChannel socket, int operations, Call<T> call) throws IOException {
    Selector selector = borrow();
    try {
      SelectionKey key = socket.register(selector, operations);
      try {
        return call.with(key);
      } finally {
        key.cancel();
        selector.selectNow();
      }
    } finally {
      giveBack(selector);
    }
  }

  /**
   * Whether a socket can be written to now: on Linux, a third of its send buffer is free.
   *
   * @throws IOException if it is closed
   */
  boolean writable(SocketChannel socket) throws IOException {
    return registered(
        socket, SelectionKey.OP_WRITE, key -> key.selector().selectNow() > 0 && key.isWritable());
  }

  private Selector borrow() throws IOException {
    Selector selector = idle.poll();
    return selector == null ? Selector.open() : selector;
  }

  private void giveBack(Selector selector) {
    idle.add(selector);
    if (closed) {
      close();
    }
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
