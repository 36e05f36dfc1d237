package io.sendfile.grizzly.sockets;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A pool of selectors, borrowed for the time of one call. While a socket is registered with one, no
 * JDK closes its descriptor, and the number is not reused for another client. Thread-safe.
 */
final class SpareSelectors implements AutoCloseable {
  /** The first tested version that guards {@code transferTo} itself. */
  private static final int SAFE_JAVA_VERSION = 25;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.poller");

  private final boolean guards;
  private final Queue<Selector> idle = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /** No selectors yet, for a Java version, such as 17. */
  SpareSelectors(int javaVersion) {
    guards = javaVersion < SAFE_JAVA_VERSION;
  }

  /** A call while a channel is registered. */
  @FunctionalInterface
  interface RegisteredCall<T> {
    T with(SelectionKey key) throws IOException;
  }

  /**
   * Makes a call while a socket is registered with a selector, for those operations.
   *
   * @throws ClosedChannelException if the socket is closed already
   */
  <T> T registered(SocketChannel socket, int operations, RegisteredCall<T> call)
      throws IOException {
    Selector selector = borrow(socket.provider());
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
    return NetCall.polls(socket) ? NetCall.writable(socket) : selected(socket);
  }

  /** The same without {@link NetCall}, which costs several system calls. */
  boolean selected(SocketChannel socket) throws IOException {
    return registered(
        socket, SelectionKey.OP_WRITE, key -> key.selector().selectNow() > 0 && key.isWritable());
  }

  /**
   * Like {@link FileChannel#transferTo}, during which older JDKs (17, for one) hold no lock of the
   * socket's channel.
   *
   * @throws ClosedChannelException if the socket is closed already
   */
  long transfer(FileChannel file, long position, long count, SocketChannel socket)
      throws IOException {
    return guards
        ? registered(socket, 0, key -> file.transferTo(position, count, socket))
        : file.transferTo(position, count, socket);
  }

  private Selector borrow(SelectorProvider provider) throws IOException {
    Selector selector = idle.poll();
    return selector == null ? provider.openSelector() : selector;
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
