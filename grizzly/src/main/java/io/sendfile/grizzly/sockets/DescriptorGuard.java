package io.sendfile.grizzly.sockets;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;

/**
 * Keeps a socket's descriptor from being closed, and its number reused for another client, while
 * the kernel sends a file to it. Older JDKs (17, for one) hold no lock of the channel in {@code
 * transferTo}. But no JDK closes the descriptor of a channel that is registered with a selector
 * before that selector runs; so each call borrows a selector. Thread-safe.
 */
public final class DescriptorGuard {
  /** The first tested version that guards {@code transferTo} itself. */
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
