package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A peer that takes what its script says, then everything. It remembers bytes, waits and the end,
 * and notes each breach of the contract of {@link TransferSink}: two senders at a time, a call
 * after the end, a call with a lock held.
 */
final class ScriptedSink implements TransferSink {
  /** How one call to send goes. */
  @FunctionalInterface
  interface Step {
    /** Bytes to take of those offered. */
    long take(long offered) throws IOException;
  }

  private final Queue<Step> script = new ConcurrentLinkedQueue<>();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final Queue<Runnable> waits = new ConcurrentLinkedQueue<>();
  private final List<Outcome> ends = new CopyOnWriteArrayList<>();
  private final List<String> breaches = new CopyOnWriteArrayList<>();
  private final AtomicReference<Thread> sender = new AtomicReference<>();
  private final List<Object> locks = new CopyOnWriteArrayList<>();
  private volatile Step otherwise = offered -> offered;
  private volatile Runnable onFinish = () -> {};
  private volatile long inBuffer;
  private volatile boolean buffers;
  private volatile boolean unflushable;
  private volatile boolean gone;
  private volatile long accepted;
  private volatile @Nullable Acknowledged acknowledged;
  private final AtomicInteger calls = new AtomicInteger();

  /** From now on calls made while one of these is locked by the caller are breaches. */
  void watchLocks(Object... monitors) {
    locks.addAll(List.of(monitors));
  }

  ScriptedSink then(Step step) {
    script.add(step);
    return this;
  }

  ScriptedSink thenTake(long bytes) {
    return then(offered -> Math.min(bytes, offered));
  }

  ScriptedSink thenFull() {
    return then(offered -> 0);
  }

  ScriptedSink thenFail() {
    return then(
        offered -> {
          throw new IOException("scripted: connection reset");
        });
  }

  /** What happens when the script is at its end. */
  ScriptedSink otherwise(Step step) {
    otherwise = step;
    return this;
  }

  /** Accepted bytes stay unflushed until {@link #drain}. */
  ScriptedSink buffering() {
    buffers = true;
    return this;
  }

  /** Bytes that the peer took before the transfer began. */
  void takeBefore(long bytes) {
    accepted += bytes;
  }

  /** The peer takes everything that was accepted. */
  void drain() {
    inBuffer = 0;
  }

  /** Asking whether all is flushed fails. */
  ScriptedSink failingWhenFlushed() {
    unflushable = true;
    return this;
  }

  ScriptedSink onFinish(Runnable action) {
    onFinish = action;
    return this;
  }

  @Override
  public long send(FileChannel file, long position, long count) throws IOException {
    return sending(
        count,
        taken -> {
          ByteBuffer bytes = ByteBuffer.allocate((int) taken);
          int n = Math.max(0, file.read(bytes, position));
          received.write(bytes.array(), 0, n);
          return n;
        });
  }

  @Override
  public long send(ByteBuffer bytes) throws IOException {
    return sending(
        bytes.remaining(),
        taken -> {
          byte[] copy = new byte[(int) taken];
          bytes.get(copy);
          received.write(copy, 0, copy.length);
          return taken;
        });
  }

  private long sending(long offered, Step move) throws IOException {
    enter("send");
    calls.incrementAndGet();
    try {
      Step next = script.poll();
      Step step = next == null ? otherwise : next;
      long taken = step.take(offered);
      long n = taken == 0 ? 0 : move.take(taken);
      accepted += n;
      inBuffer += buffers ? n : 0;
      return n;
    } finally {
      sender.set(null);
    }
  }

  @Override
  public boolean flushed() throws IOException {
    enter("flushed");
    try {
      if (unflushable) {
        throw new IOException("scripted: broken pipe");
      }
      return inBuffer == 0;
    } finally {
      sender.set(null);
    }
  }

  private void enter(String call) {
    Thread other = sender.getAndSet(Thread.currentThread());
    if (other != null) {
      breaches.add(call + " while " + other.getName() + " sends");
    }
    check(call);
  }

  private void check(String call) {
    if (locks.stream().anyMatch(Thread::holdsLock)) {
      breaches.add(call + " with a lock held");
    }
    if (!ends.isEmpty()) {
      breaches.add(call + " after the end");
    }
  }

  @Override
  public long taken() {
    return accepted - inBuffer;
  }

  /** From now on the kernel tells this of the peer. */
  void acknowledged(Acknowledged now) {
    acknowledged = now;
  }

  @Override
  public @Nullable Acknowledged acknowledged() {
    if (locks.stream().anyMatch(Thread::holdsLock)) {
      breaches.add("acknowledged with a lock held");
    }
    return acknowledged;
  }

  @Override
  public long zeroCopied() {
    return taken();
  }

  /** The peer vanishes without a call failing. */
  void vanish() {
    gone = true;
  }

  @Override
  public boolean peerGone() {
    return gone;
  }

  @Override
  public void awaitWritable(Runnable wakeUp) {
    // Another thread may have ended the transfer by now: only the locks are looked at.
    if (locks.stream().anyMatch(Thread::holdsLock)) {
      breaches.add("awaitWritable with a lock held");
    }
    waits.add(wakeUp);
  }

  @Override
  public void finish(Outcome outcome) {
    check("finish");
    if (sender.get() != null) {
      breaches.add("finish while a thread sends");
    }
    ends.add(outcome);
    onFinish.run();
  }

  /** Takes the oldest wait, to be run now or late; null if there is none. */
  @Nullable Runnable takeWait() {
    return waits.poll();
  }

  /**
   * Whether somebody waits for the peer; that begins a little after the transfer's state says so.
   */
  boolean isWaitedFor() {
    return !waits.isEmpty();
  }

  /** The peer becomes writable: runs all waits. */
  void becomeWritable() {
    for (Runnable wait = waits.poll(); wait != null; wait = waits.poll()) {
      wait.run();
    }
  }

  /** Calls that offered bytes. */
  int calls() {
    return calls.get();
  }

  int waits() {
    return waits.size();
  }

  List<Outcome> ends() {
    return ends;
  }

  byte[] received() {
    return received.toByteArray();
  }

  List<String> breaches() {
    return breaches;
  }
}
