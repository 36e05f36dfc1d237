package io.sendfile.core.machine;

import io.sendfile.core.files.ReadingChannel;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Sink;
import io.sendfile.core.files.Source;
import io.sendfile.spi.StoredFile;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file whose bytes are known by their positions. It may be on a disk that takes its time, or does
 * not answer; it may become shorter, or unreadable. It is a file of a root, or one of a store that
 * fetches it in stretches.
 */
final class VirtualFile implements Source, StoredFile {
  /** Bytes that come from a disk or a store at a time. */
  private static final long STRETCH = 700;

  private final World world;
  private final Threads threads;
  private final Root root;
  private final String name;
  private final long size;
  private final boolean small;
  private final boolean onShare;
  private final Channel channel = new Channel();

  /** Bytes from the start that are in memory. */
  private long inMemory;

  private long present;
  private boolean broken;
  private boolean replaced;
  private boolean stored;
  private long slowUntil = Long.MIN_VALUE;
  private @Nullable Runnable wake;
  private long missing;
  private int closes;
  private boolean used;

  /**
   * @param inMemory bytes from the start that need no disk
   * @param small whether a request thread may read all of it
   * @param onShare whether threads of its own read it, for which nobody waits
   */
  VirtualFile(
      World world,
      Threads threads,
      Root root,
      String name,
      long size,
      long inMemory,
      boolean small,
      boolean onShare) {
    this.world = world;
    this.threads = threads;
    this.root = root;
    this.name = name;
    this.size = size;
    this.present = size;
    this.inMemory = inMemory;
    this.small = small;
    this.onShare = onShare;
  }

  /** The byte at a position; unlike those around it, and those of other files. */
  private static byte at(String file, long position) {
    return (byte) (file.hashCode() * 31 + position * 37 + (position >> 7));
  }

  Channel channel() {
    return channel;
  }

  boolean isClosed() {
    return closes > 0;
  }

  /** Whether anything has happened to it that ends a transfer. */
  boolean isDamaged() {
    return broken || replaced || present < size;
  }

  /** Whether a transfer waits for its next bytes. */
  boolean isAwaited() {
    return wake != null;
  }

  boolean isShort() {
    return replaced || present < size;
  }

  void shrink(long newSize) {
    if (!stored) {
      present = Math.min(present, newSize);
    }
  }

  /** It lies in a store, which has all its bytes or none. */
  void isStored() {
    stored = true;
  }

  void breakDown() {
    broken = true;
  }

  void replace() {
    if (stored) {
      replaced = true;
      wakeReader();
    }
  }

  /** The disk, or the store, answers nothing until then. */
  void hang(long untilNanos) {
    slowUntil = untilNanos;
  }

  /** The disk answers again. */
  void heal() {
    slowUntil = Long.MIN_VALUE;
    inMemory = size;
    wakeReader();
  }

  private void fetchFromDisk(long end) {
    long latency = Math.max(slowUntil - world.now(), world.between(1, 20 * World.MILLI));
    if (end > inMemory) {
      threads.sleep(latency);
      inMemory = Math.max(inMemory, Math.min(size, end + STRETCH));
    }
  }

  private void entered(String what) {
    if (closes > 0) {
      world.breach(what + " of " + name + " after its end");
    }
    if (used) {
      world.breach("two threads use " + name + " at " + what);
    }
    used = true;
    try {
      threads.callOut(what);
    } finally {
      used = false;
    }
  }

  // ---- a file of a root

  @Override
  public long size() {
    return size;
  }

  @Override
  public Root root() {
    return root;
  }

  @Override
  public String relativePath() {
    return name;
  }

  @Override
  public boolean zeroCopy() {
    return true;
  }

  @Override
  public boolean readsAtOnce() {
    return small;
  }

  @Override
  public Stretch extent(long position, long max) {
    entered("extent");
    return new Stretch(channel, position, max);
  }

  @Override
  public long sendTo(Sink sink, long position, long max) throws IOException {
    entered("sendTo");
    return sink.send(channel, position, max);
  }

  @Override
  public boolean lacks(long end) {
    entered("lacks");
    return isShort() && present < end;
  }

  @Override
  public boolean isReadable(long position) throws IOException {
    entered("isReadable");
    if (broken) {
      throw Faults.io("the disk failed");
    }
    return position < present;
  }

  @Override
  public boolean prepare(long position) {
    missing = position;
    return !onShare || broken || position < inMemory;
  }

  @Override
  public boolean awaitsReading(Runnable newWake) {
    if (onShare) {
      fetch(missing, newWake);
    }
    return onShare;
  }

  @Override
  public void close() {
    if (used) {
      world.breach(name + " is closed while it is used");
    }
    threads.callOut("close");
    closes++;
  }

  // ---- a file of a store

  @Override
  public void readsTo(long end) {}

  @Override
  public Instant modified() {
    return Instant.EPOCH.plusSeconds(900_000);
  }

  @Override
  public String tag() {
    return name;
  }

  @Override
  public @Nullable Stretch at(long position) throws IOException {
    entered("at");
    if (broken) {
      throw Faults.io("the store failed");
    }
    return position < inMemory && !replaced
        ? new Stretch(channel, position, Math.min(STRETCH, inMemory - position))
        : null;
  }

  @Override
  public void fetch(long position, Runnable newWake) {
    threads.callOut("fetch");
    wake = newWake;
    long latency = Math.max(slowUntil - world.now(), world.between(1, 50 * World.MILLI));
    world.at(
        world.now() + latency,
        World.Lane.POLLER,
        () -> {
          if (wake == newWake) {
            inMemory = Math.max(inMemory, Math.min(size, position + STRETCH));
            wakeReader();
          }
        });
  }

  private void wakeReader() {
    Runnable reader = wake;
    wake = null;
    if (reader != null && closes == 0) {
      reader.run();
    }
  }

  @Override
  public boolean replaced() {
    return replaced;
  }

  @Override
  public Map<String, String> details() {
    return Map.of();
  }

  /** Its bytes. */
  final class Channel extends ReadingChannel {
    /** Whether bytes are in memory. */
    boolean has(long position, long length) {
      return position + length <= inMemory;
    }

    String name() {
      return name;
    }

    byte byteAt(long position) {
      return at(name, position);
    }

    /** Bytes that may be sent from a position on; waits for those that are not in memory. */
    long available(long position, long count) throws IOException {
      if (closes > 0) {
        world.breach("bytes of " + name + " are sent after its end");
      }
      if (broken) {
        throw Faults.io("the disk failed");
      }
      long there = Math.max(0, Math.min(count, present - position));
      if (there > 0) {
        fetchFromDisk(position + Math.min(there, STRETCH));
      }
      return Math.min(there, Math.max(0, inMemory - position));
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      threads.callOut("the disk");
      if (broken) {
        throw Faults.io("the disk failed");
      }
      if (target instanceof SocketChannel) {
        ByteBuffer bytes = ByteBuffer.allocate((int) available(position, count));
        read(bytes, position);
        return target.write(bytes.flip());
      }
      fetchFromDisk(position + count);
      return Math.max(0, Math.min(count, present - position));
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      long n = available(position, target.remaining());
      for (long i = 0; i < n; i++) {
        target.put(byteAt(position + i));
      }
      return n == 0 && target.hasRemaining() ? -1 : (int) n;
    }

    @Override
    public long size() {
      return present;
    }

    @Override
    protected void implCloseChannel() {}
  }
}
