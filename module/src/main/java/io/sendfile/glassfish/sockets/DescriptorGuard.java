package io.sendfile.glassfish.sockets;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;

/**
 * Keeps a socket's descriptor from being freed, and its number given to another client, while the
 * kernel sends a file to it. Before some version after 17 the JDK releases the channel's locks in
 * {@code transferTo}; but it never frees the descriptor of a channel that is registered with a
 * selector before that selector runs. So each call borrows a selector. Thread-safe.
 */
public final class DescriptorGuard {
  /** The first version that was seen to guard {@code transferTo} itself. */
  private static final int SAFE_JAVA_VERSION = 25;

  private final boolean needed;
  private final SpareSelectors selectors;

  /**
   * A guard for a Java version, such as 17.
   *
   * @param selectors for registering sockets
   */
  DescriptorGuard(int javaVersion, SpareSelectors selectors) {
    this.needed = javaVersion < SAFE_JAVA_VERSION;
    this.selectors = selectors;
  }

  /**
   * Like {@link FileChannel#transferTo}.
   *
   * @throws java.nio.channels.ClosedChannelException if the socket is closed already
   */
  public long transfer(FileChannel file, long position, long count, SocketChannel socket)
      throws IOException {
    if (!needed) {
      return file.transferTo(position, count, socket);
    }
    return selectors.registered(socket, 0, key -> file.transferTo(position, count, socket));
  }
}
