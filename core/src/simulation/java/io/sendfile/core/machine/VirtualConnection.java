package io.sendfile.core.machine;

import io.sendfile.core.machine.World.Lane;
import io.sendfile.core.transfer.Limits;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a client: the kernel's buffer, which the client empties at its own pace, and
 * for HTTP/2 the frames of its streams that wait for it.
 */
final class VirtualConnection {
  private final World world;
  private final InetSocketAddress client;
  private final boolean shared;
  private final long capacity;
  private final boolean tells;
  private final boolean resetsAreSeen;
  private final List<VirtualSink> sinks = new ArrayList<>();

  /** Sinks with bytes on their way, first come, first served. */
  private final List<VirtualSink> queue = new ArrayList<>();

  private double level;
  private double bytesPerSecond;
  private long sinceNanos;
  private long written;
  private long movedNanos;
  private long markNanos;
  private long movedBefore;
  private long readNanos;
  private boolean reset;
  private boolean halfClosed;
  private boolean gone;
  private long looksAt = Long.MAX_VALUE;

  /** Transfers that it may have at once. */
  final long places;

  /** The order of its streams' turns; null for HTTP/1.1. */
  final @Nullable StreamTurns turns;

  /**
   * @param shared whether streams share it
   * @param capacity bytes of the kernel's buffer
   * @param tells whether the kernel tells of acknowledgements
   * @param resetsAreSeen whether its end is seen without a write
   */
  VirtualConnection(
      World world,
      InetSocketAddress client,
      boolean shared,
      long capacity,
      double bytesPerSecond,
      boolean tells,
      boolean resetsAreSeen) {
    this.world = world;
    this.client = client;
    this.shared = shared;
    this.capacity = capacity;
    this.bytesPerSecond = bytesPerSecond;
    this.tells = tells;
    this.resetsAreSeen = resetsAreSeen;
    this.sinceNanos = world.now();
    this.movedNanos = world.now();
    this.markNanos = world.now();
    this.movedBefore = world.now();
    this.readNanos = world.now();
    this.places = shared && world.oneIn(2) ? world.between(1, 5) : Limits.NONE;
    this.turns = shared ? new StreamTurns(world.oneIn(2)) : null;
  }

  InetSocketAddress client() {
    return client;
  }

  boolean isShared() {
    return shared;
  }

  boolean isGone() {
    return reset || gone;
  }

  boolean isReset() {
    return reset;
  }

  boolean isHalfClosed() {
    return halfClosed;
  }

  boolean resetsAreSeen() {
    return resetsAreSeen;
  }

  boolean tells() {
    return tells;
  }

  boolean reads() {
    return bytesPerSecond > 0;
  }

  List<VirtualSink> sinks() {
    return sinks;
  }

  /** Bytes that the kernel has taken. */
  long written() {
    return written;
  }

  long acknowledged() {
    settle();
    return written - (long) Math.ceil(level);
  }

  /** The last time at which the kernel took a byte, but for those of the last second. */
  long movedNanos() {
    return world.now() - movedNanos < World.SECOND ? movedBefore : movedNanos;
  }

  /** The last time at which the client took a byte, or there was none for it. */
  long readNanos() {
    settle();
    return readNanos;
  }

  /** Room in the kernel's buffer. */
  long room() {
    settle();
    return Math.max(0, capacity - (long) Math.ceil(level));
  }

  /** Whether the kernel calls the socket writable: a third of its buffer is free. */
  boolean isWritable() {
    return isGone() || 3 * room() >= capacity;
  }

  /** The kernel takes bytes. */
  void write(long bytes) {
    level += bytes;
    written += bytes;
    long now = world.now();
    if (now - markNanos >= World.SECOND) {
      markNanos = now;
      movedBefore = movedNanos;
    }
    movedNanos = now;
  }

  void enqueue(VirtualSink sink) {
    queue.add(sink);
    settle();
    lookSoon();
  }

  void dequeue(VirtualSink sink) {
    queue.remove(sink);
  }

  /** Events until now. */
  void settle() {
    long now = world.now();
    double read = bytesPerSecond * (now - sinceNanos) / World.SECOND;
    if (level == 0 || read > 0) {
      readNanos = now;
    }
    level = Math.max(0, level - read);
    sinceNanos = now;
    for (int i = 0; i < queue.size() && !isGone(); ) {
      VirtualSink sink = queue.get(i);
      long room = Math.max(0, capacity - (long) Math.ceil(level));
      long bytes = sink.windowIsClosed() ? 0 : Math.min(room, sink.onItsWay());
      if (bytes > 0) {
        write(bytes);
        sink.went(bytes);
      }
      if (sink.onItsWay() == 0) {
        queue.remove(i);
      } else {
        i++;
      }
    }
  }

  /** Has the poller look now whether those that wait may go on. */
  void lookSoon() {
    lookAt(world.now());
  }

  private void lookAt(long when) {
    if (when < looksAt) {
      looksAt = when;
      world.at(
          when,
          Lane.POLLER,
          () -> {
            if (looksAt == when) {
              looksAt = Long.MAX_VALUE;
              look();
            }
          });
    }
  }

  private void look() {
    settle();
    boolean left = !queue.isEmpty();
    for (VirtualSink sink : List.copyOf(sinks)) {
      left |= !sink.wakeIfReady();
    }
    if (left && level > 0 && bytesPerSecond > 0) {
      long third = (long) (capacity / bytesPerSecond * World.SECOND / 3);
      lookAt(world.now() + Math.max(World.MILLI, Math.min(third, World.SECOND / 2)));
    }
  }

  /** The client reads at another pace from now on. */
  void pace(double newBytesPerSecond) {
    settle();
    bytesPerSecond = newBytesPerSecond;
    lookSoon();
  }

  /** The client opens the windows of its streams. */
  void windowsChanged() {
    settle();
    lookSoon();
  }

  void reset() {
    settle();
    reset = true;
    drop();
  }

  void halfClose() {
    halfClosed = true;
  }

  /** The server closes it. */
  void close() {
    gone = true;
    drop();
  }

  private void drop() {
    for (VirtualSink sink : List.copyOf(queue)) {
      sink.drop();
    }
    queue.clear();
    lookSoon();
  }
}
