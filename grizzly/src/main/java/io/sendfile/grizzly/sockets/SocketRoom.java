package io.sendfile.grizzly.sockets;

import java.io.IOException;
import java.net.StandardSocketOptions;

/**
 * The kernel's room for one HTTP/1.1 body: bytes without room are neither read from the file nor
 * encrypted, as they would wait in the heap for the client. The kernel is asked again only when the
 * room is used up. For one sending thread at a time.
 */
public final class SocketRoom {
  /** Offered to any writable socket, however small its send buffer is, bytes. */
  private static final int LEAST = 4096;

  private final PolledSocket socket;
  private final KernelSocket kernel;
  private int bytes;

  public SocketRoom(PolledSocket socket) {
    this.socket = socket;
    this.kernel = socket.kernel();
  }

  /**
   * Bytes that may be written now.
   *
   * @param wanted at least 1
   * @return at most that many; 0 if the socket has to become writable first
   * @throws IOException if it is closed
   */
  public int grant(int wanted) throws IOException {
    if (bytes < wanted) {
      if (!socket.writable()) {
        return 0;
      }
      bytes = Math.max(LEAST, ofWritable());
    }
    return Math.min(wanted, bytes);
  }

  /**
   * Linux reports a socket as writable when a third of its send buffer is free, and reports half of
   * the buffer's size to Java; the other half is for the kernel's data about each packet.
   */
  private int ofWritable() throws IOException {
    int bySize = socket.channel().getOption(StandardSocketOptions.SO_SNDBUF) / 3;
    return kernel.room(bySize);
  }

  /**
   * Uses up room.
   *
   * @param taken whether the kernel has all of the bytes
   */
  public void used(int count, boolean taken) {
    bytes = taken ? bytes - count : 0;
  }

  /** The socket itself. */
  public PolledSocket socket() {
    return socket;
  }
}
