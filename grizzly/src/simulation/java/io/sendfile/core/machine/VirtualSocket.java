package io.sendfile.core.machine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A socket of the server: the kernel's buffer, which the client empties at its own pace. For a
 * selector it is writable when a third of it is free, as on Linux.
 */
final class VirtualSocket extends SocketChannel {
  private final World world;
  private final Threads threads;
  private final VirtualSelectors selectors;
  private final Consumer<ByteBuffer> client;
  private final long capacity;
  private double level;
  private double bytesPerSecond;
  private long sinceNanos;
  private boolean reset;
  private boolean halfClosed;

  /** A socket whose peer is gone for good, after the server has closed it with linger 0. */
  private boolean aborts;

  private long dropped;

  /**
   * @param client receives the bytes that the kernel takes
   */
  VirtualSocket(
      VirtualSelectors selectors,
      World world,
      Threads threads,
      Consumer<ByteBuffer> client,
      long capacity,
      double bytesPerSecond) {
    super(selectors);
    this.selectors = selectors;
    this.world = world;
    this.threads = threads;
    this.client = client;
    this.capacity = capacity;
    this.bytesPerSecond = bytesPerSecond;
    this.sinceNanos = world.now();
    try {
      configureBlocking(false);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void settle() {
    long now = world.now();
    level = Math.max(0, level - bytesPerSecond * (now - sinceNanos) / World.SECOND);
    sinceNanos = now;
  }

  /** Bytes that the client has not acknowledged. */
  long unacknowledged() {
    settle();
    return (long) Math.ceil(level);
  }

  private long room() {
    return Math.max(0, capacity - unacknowledged());
  }

  boolean isWritable() {
    return reset || 3 * room() >= capacity;
  }

  /** When it will be writable, as things are; the far future for never. */
  long writableAt() {
    if (isWritable()) {
      return world.now();
    }
    return bytesPerSecond == 0
        ? Long.MAX_VALUE
        : world.now() + 1000 + (long) ((level - 2 * capacity / 3) / bytesPerSecond * World.SECOND);
  }

  /** The events that a selector tells of it. */
  int readyOps() {
    int read = reset || halfClosed ? SelectionKey.OP_READ : 0;
    return isWritable() ? read | SelectionKey.OP_WRITE : read;
  }

  boolean isReset() {
    return reset;
  }

  /** The client reads at another pace from now on. */
  void pace(double newBytesPerSecond) {
    settle();
    bytesPerSecond = newBytesPerSecond;
    selectors.look();
  }

  /** The client resets the connection. */
  void reset() {
    settle();
    reset = true;
    selectors.look();
  }

  /** The client closes its side. */
  void halfClose() {
    halfClosed = true;
    selectors.look();
  }

  /** Whether the server has dropped what the client has not got. */
  boolean wasAborted() {
    return aborts && !isOpen();
  }

  /** Bytes that were dropped by that, as the client was still there. */
  long dropped() {
    return dropped;
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    threads.callOut("write");
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
    if (reset) {
      throw Faults.io("the client has reset the connection");
    }
    int count = (int) Math.min(bytes.remaining(), room());
    if (count > 1 && world.oneIn(5)) {
      count = (int) world.between(1, count);
    }
    ByteBuffer taken = bytes.slice().limit(count);
    bytes.position(bytes.position() + count);
    level += count;
    client.accept(taken);
    threads.callOut("written");
    return count;
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    aborts |= name == StandardSocketOptions.SO_LINGER;
    return this;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T getOption(SocketOption<T> name) throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
    return (T) Integer.valueOf((int) capacity);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of(StandardSocketOptions.SO_LINGER, StandardSocketOptions.SO_SNDBUF);
  }

  @Override
  protected void implCloseSelectableChannel() {
    dropped = aborts && !reset ? unacknowledged() : 0;
    selectors.look();
  }

  @Override
  protected void implConfigureBlocking(boolean block) {}

  /** Has nothing to be read before the end. */
  @Override
  public Socket socket() {
    return new Socket() {
      @Override
      public InputStream getInputStream() {
        return new ByteArrayInputStream(new byte[0]);
      }
    };
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isConnectionPending() {
    return false;
  }

  @Override
  public boolean finishConnect() {
    return true;
  }

  @Override
  public SocketAddress getRemoteAddress() {
    return EdgeConnection.NOWHERE;
  }

  @Override
  public SocketAddress getLocalAddress() {
    return EdgeConnection.NOWHERE;
  }

  @Override
  public SocketChannel bind(SocketAddress local) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean connect(SocketAddress remote) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketChannel shutdownInput() {
    return this;
  }

  @Override
  public SocketChannel shutdownOutput() {
    return this;
  }

  @Override
  public int read(ByteBuffer target) {
    return -1;
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) {
    return -1;
  }
}
