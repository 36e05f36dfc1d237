package io.sendfile.core.machine;

import io.sendfile.core.content.FileSlice;
import io.sendfile.core.content.Literal;
import io.sendfile.core.content.Segment;
import io.sendfile.core.transfer.Acknowledged;
import io.sendfile.core.transfer.TransferSink;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sink of one transfer. Without a buffer, bytes go to the kernel as they are; with one, a
 * buffer at a time waits in memory for the kernel, as with TLS and for the streams of HTTP/2.
 */
final class VirtualSink implements TransferSink {
  private final World world;
  private final Threads threads;
  private final VirtualMachine machine;
  private final VirtualConnection connection;
  private final long buffer;
  private final boolean spreads;
  private final RateLaws laws;
  private final String name;
  private final Object client;
  private List<Segment> expected = List.of();
  private @Nullable ArchiveBytes archive;
  private long accepted;
  private long onItsWay;
  private boolean busy;
  private long calls;
  private boolean windowClosed;
  private boolean dropped;
  private long lost;
  private int ends;
  private @Nullable Outcome end;
  private @Nullable Runnable waiter;
  private boolean failed;
  private long endNanos;
  private long awaitedNanos;
  private long idleNanos;

  /** Time that the transfer has waited for the client since that took a byte. */
  private long waitedNanos;

  private long waitedBefore;
  private long tookNanos;
  private long sawTaken;

  /** Longest time without a byte after which its client may be given up. */
  private final long stallNanos;

  /** Whether it may have a slice of a rate that was changed since. */
  private boolean sliceIsOld;

  private final RateLaws.Law own;

  /** Told of bytes that the limits of administrators allow. */
  private LongConsumer limited = bytes -> {};

  /** Changes of its own rate that are under way. */
  private int ownChanges;

  /**
   * @param buffer bytes that wait in memory at most; 0 for none
   * @param spreads whether the kernel paces bytes
   */
  VirtualSink(
      World world,
      Threads threads,
      VirtualMachine machine,
      VirtualConnection connection,
      RateLaws laws,
      String name,
      Object client,
      long buffer,
      boolean spreads,
      long stallNanos) {
    this.world = world;
    this.threads = threads;
    this.machine = machine;
    this.connection = connection;
    this.laws = laws;
    this.name = name;
    this.client = client;
    this.buffer = buffer;
    this.spreads = spreads;
    this.stallNanos = stallNanos;
    this.own =
        new RateLaws.Law(
            world,
            "the rate of " + name,
            spreads ? RateLaws.SPREAD_NANOS : RateLaws.BUCKET_NANOS,
            false);
    this.tookNanos = world.now();
    connection.sinks().add(this);
  }

  /**
   * Tells what it will get.
   *
   * @param bytes those of an archive; null for a file
   */
  void expect(List<Segment> segments, @Nullable ArchiveBytes bytes) {
    expected = segments;
    archive = bytes;
  }

  void limitedBy(LongConsumer newLimited) {
    limited = newLimited;
  }

  /** Header and body of a small file, in one write. */
  void sendWhole(long bytes) {
    accepted = bytes;
    if (connection.isGone()) {
      dropped = true;
      return;
    }
    onItsWay = bytes;
    connection.enqueue(this);
  }

  VirtualConnection connection() {
    return connection;
  }

  /** The client that it counts for. */
  Object client() {
    return client;
  }

  long onItsWay() {
    return onItsWay;
  }

  /** Bytes of the server's memory that it holds. */
  long memory() {
    return onItsWay;
  }

  void went(long bytes) {
    onItsWay -= bytes;
    moved();
  }

  private long waited() {
    return waitedNanos + (waiter == null ? 0 : world.now() - awaitedNanos);
  }

  private void moved() {
    waitedBefore = waited();
    tookNanos = world.now();
    waitedNanos = 0;
    awaitedNanos = tookNanos;
  }

  void drop() {
    dropped |= onItsWay > 0;
    lost += onItsWay;
    onItsWay = 0;
  }

  boolean windowIsClosed() {
    return windowClosed;
  }

  void window(boolean closed) {
    windowClosed = closed;
    connection.windowsChanged();
  }

  int ends() {
    return ends;
  }

  @Nullable Outcome end() {
    return end;
  }

  boolean hasFailed() {
    return failed;
  }

  boolean isAwaited() {
    return waiter != null;
  }

  long tookNanos() {
    connection.settle();
    return tookNanos;
  }

  void ratesChanged(boolean sending) {
    sliceIsOld = sending;
  }

  /** Its own rate is about to change. */
  void ownRateChanges() {
    ownChanges++;
  }

  /** Its own rate has changed. */
  void ownRate(long bytesPerSecond, boolean sending) {
    ownChanges--;
    own.begin(bytesPerSecond);
    sliceIsOld |= sending;
  }

  /** Its own rate; 0 for none. */
  long ownRate() {
    return ownChanges > 0 ? Long.MAX_VALUE : own.bytesPerSecond();
  }

  private boolean isReady() {
    return connection.isGone()
        || (buffer > 0 || onItsWay > 0 ? onItsWay == 0 : connection.isWritable());
  }

  /** Whether it waits for nothing any more. */
  boolean wakeIfReady() {
    Runnable wake = waiter;
    if (wake == null || !isReady()) {
      return wake == null && onItsWay == 0;
    }
    waiter = null;
    waitedNanos += world.now() - awaitedNanos;
    threads.callOut("wake");
    wake.run();
    return true;
  }

  private void enter(String call) {
    if (ends > 0) {
      world.breach(call + " after the end of " + name);
    }
    if (busy) {
      world.breach("two threads send " + name + " at " + call);
    }
    busy = true;
    calls++;
    threads.callOut(call);
  }

  private void mayFail(String call) throws IOException {
    if (connection.isReset() || dropped) {
      throw Faults.io("the client has reset the connection");
    }
    if (machine.fails(250)) {
      failed = true;
      throw Faults.runtime(call + " failed");
    }
  }

  private long mostNow(long wanted) {
    connection.settle();
    long most = buffer == 0 ? connection.room() : onItsWay > 0 ? 0 : buffer;
    long now = Math.min(wanted, most);
    return now > 1 && world.oneIn(4) ? world.between(1, now) : now;
  }

  private void took(long bytes) {
    if (bytes == 0) {
      return;
    }
    accepted += bytes;
    if (!sliceIsOld) {
      laws.moved(client, bytes);
      limited.accept(bytes);
      if (ownChanges == 0) {
        own.moved(bytes, 1);
      }
    }
    sliceIsOld = false;
    if (buffer == 0) {
      connection.write(bytes);
      moved();
    } else {
      onItsWay = bytes;
      connection.enqueue(this);
    }
    world.note(() -> name + " takes " + bytes + ", " + accepted + " in all");
  }

  @Override
  public long send(FileChannel file, long position, long count) throws IOException {
    enter("send");
    try {
      mayFail("send");
      VirtualFile.Channel channel = (VirtualFile.Channel) file;
      long bytes = channel.available(position, mostNow(count));
      mayFail("send");
      bytes = Math.min(bytes, mostNow(bytes));
      expectFile(channel, position, bytes);
      took(bytes);
      threads.callOut("sent");
      return bytes;
    } finally {
      busy = false;
    }
  }

  private void expectFile(VirtualFile.Channel channel, long position, long bytes) {
    if (archive != null) {
      for (long i = 0; i < bytes; i++) {
        expectOfArchive(accepted + i, channel.byteAt(position + i));
      }
      return;
    }
    long at = accepted;
    for (Segment segment : expected) {
      if (at < segment.length()) {
        boolean right =
            segment instanceof FileSlice slice
                && slice.position() + at == position
                && at + bytes <= slice.length();
        if (bytes > 0 && !right) {
          world.breach(
              "%s gets bytes from %d of %s at %d".formatted(name, position, channel.name(), at));
        }
        return;
      }
      at -= segment.length();
    }
    if (bytes > 0) {
      world.breach(name + " gets more bytes than its body has");
    }
  }

  @Override
  public long send(ByteBuffer bytes) throws IOException {
    enter("send");
    try {
      mayFail("send");
      int n = (int) mostNow(bytes.remaining());
      expectBytes(bytes, n);
      bytes.position(bytes.position() + n);
      took(n);
      threads.callOut("sent");
      return n;
    } finally {
      busy = false;
    }
  }

  private void expectOfArchive(long position, byte value) {
    long at = position;
    for (Segment segment : expected) {
      if (at < segment.length()) {
        if (segment instanceof FileSlice slice) {
          Objects.requireNonNull(archive).sent(slice.position() + at, value);
        } else if (segment instanceof Literal literal
            && literal.bytes().get(literal.bytes().position() + (int) at) != value) {
          world.breach(name + " gets wrong bytes at " + position);
        }
        return;
      }
      at -= segment.length();
    }
    world.breach(name + " gets more bytes than its body has");
  }

  private void expectBytes(ByteBuffer bytes, int n) {
    if (archive != null) {
      for (int i = 0; i < n; i++) {
        expectOfArchive(accepted + i, bytes.get(bytes.position() + i));
      }
      return;
    }
    long at = accepted;
    for (Segment segment : expected) {
      if (at < segment.length()) {
        ByteBuffer right =
            segment instanceof Literal literal
                ? literal.bytes().duplicate()
                : ByteBuffer.allocate(0);
        boolean same = right.remaining() >= at + n;
        for (int i = 0; i < n && same; i++) {
          same = right.get(right.position() + (int) at + i) == bytes.get(bytes.position() + i);
        }
        if (n > 0 && !same) {
          world.breach(name + " gets wrong bytes at " + accepted);
        }
        return;
      }
      at -= segment.length();
    }
  }

  @Override
  public boolean flushed() throws IOException {
    enter("flushed");
    try {
      mayFail("flushed");
      connection.settle();
      return onItsWay == 0;
    } finally {
      busy = false;
    }
  }

  @Override
  public long taken() {
    connection.settle();
    long taken = accepted - onItsWay - lost;
    if (taken < sawTaken) {
      world.breach("the taken bytes of " + name + " become fewer");
    }
    sawTaken = taken;
    return taken;
  }

  @Override
  public @Nullable Acknowledged acknowledged() {
    threads.callOut("acknowledged");
    if (!connection.tells()) {
      return null;
    }
    long position = connection.acknowledged();
    return new Acknowledged(position, connection.written(), !connection.isWritable());
  }

  @Override
  public long zeroCopied() {
    return buffer == 0 ? taken() : 0;
  }

  @Override
  public boolean pace(long bytesPerSecond) {
    return spreads;
  }

  @Override
  public void awaitWritable(Runnable wakeUp) {
    threads.callOut("awaitWritable");
    if (buffer > 0 && onItsWay == 0 && world.oneIn(2)) {
      wakeUp.run();
      return;
    }
    if (waiter == null) {
      awaitedNanos = world.now();
    }
    waiter = wakeUp;
    connection.lookSoon();
    threads.callOut("awaited");
  }

  @Override
  public boolean waitsAlone() {
    return windowClosed && onItsWay > 0;
  }

  @Override
  public boolean peerGone() {
    threads.callOut("peerGone");
    return connection.isGone() && connection.resetsAreSeen();
  }

  @Override
  public boolean peerLeft() {
    threads.callOut("peerLeft");
    return connection.isHalfClosed() || connection.isGone();
  }

  @Override
  public void finish(Outcome outcome) {
    if (busy) {
      world.breach(name + " ends while it sends");
    }
    ends++;
    end = outcome;
    endNanos = world.now();
    idleNanos = waited();
    if (endNanos - tookNanos < World.SECOND) {
      // It may have taken some since it was judged.
      idleNanos = Math.max(idleNanos, waitedBefore);
    }
    waiter = null;
    threads.callOut("finish");
    if (!connection.isShared() && outcome != Outcome.COMPLETED) {
      connection.close();
      drop();
    }
    if (machine.fails(60)) {
      throw Faults.runtime("finish failed");
    }
  }

  @Override
  public boolean lingers() {
    threads.callOut("lingers");
    connection.settle();
    return connection.isShared()
        && ends > 0
        && end != Outcome.COMPLETED
        && onItsWay > 0
        && !connection.isGone();
  }

  @Override
  public long takenOfConnection() {
    connection.settle();
    return connection.written();
  }

  @Override
  public void giveUp() {
    threads.callOut("giveUp");
    connection.settle();
    long moved = Math.max(connection.movedNanos(), endNanos);
    if (stallNanos == 0 || world.now() - moved < stallNanos - World.SECOND / 2) {
      world.breach("the connection of " + name + " moves, but is given up");
    }
    connection.reset();
  }

  /** Calls so far that send. */
  long calls() {
    return calls;
  }

  long stallNanos() {
    return stallNanos;
  }

  /** Time that it has waited for its client before its end, without a byte taken. */
  long idleNanos() {
    return idleNanos;
  }

  /** Since when it is awaited. */
  long awaitedNanos() {
    return awaitedNanos;
  }

  @Override
  public String toString() {
    return name + " " + Objects.requireNonNullElse(end, "");
  }
}
